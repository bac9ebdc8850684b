// `node lower-bound.mjs FILE`: reads and parses a HAR and its bodies, which is the least that a checker has to do.
// `node lower-bound.mjs FILE SPEC.json RIVALS`: also validates every response body with Ajv from the folder RIVALS, up to the first error.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [, , file, spec, rivals] = process.argv;
const { entries } = JSON.parse(readFileSync(file, "utf8")).log;
const validate = spec === undefined ? undefined : validators(spec);
let wrong = 0;
for (const { request, response } of entries) {
  const body = parse(response.content.text);
  parse(request.postData?.text);
  if (validate !== undefined && !validate(body)) wrong += 1;
}
process.stdout.write(`${entries.length} entries, ${wrong} wrong\n`);

/** Undefined for a body that is missing or not JSON. */
function parse(text) {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function validators(path) {
  const require = createRequire(`${rivals}/package.json`);
  const { Ajv2020 } = require("ajv/dist/2020.js");
  const { default: addFormats } = require("ajv-formats");
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats(ajv);
  ajv.addSchema(JSON.parse(readFileSync(path, "utf8")), "spec");
  const order = ajv.compile({ $ref: "spec#/components/schemas/Order" });
  const list = ajv.compile({ $ref: "spec#/components/schemas/OrderList" });
  return (body) => (Array.isArray(body.orders) ? list(body) : order(body));
}
