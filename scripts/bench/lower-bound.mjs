// `node lower-bound.mjs FILE`: reads and parses a HAR and its bodies, which is the least that a checker has to do.
// `node lower-bound.mjs FILE SPEC.json RIVALS`: also validates each response body with Ajv from the folder RIVALS, up to the first error,
// against the schema that SPEC has for its method, path and status. Schemas are compiled on first use.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [, , file, spec, rivals] = process.argv;
const { entries } = JSON.parse(readFileSync(file, "utf8")).log;
const validate = spec === undefined ? undefined : createValidator(spec);
let [validated, wrong] = [0, 0];
for (const { request, response } of entries) {
  const body = parse(response.content.text);
  parse(request.postData?.text);
  const valid = body === undefined ? undefined : validate?.(request, response.status, body);
  if (valid !== undefined) validated += 1;
  if (valid === false) wrong += 1;
}
process.stdout.write(`${entries.length} entries, ${validated} validated, ${wrong} wrong\n`);

/** Undefined for a body that is missing or not JSON. */
function parse(text) {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createValidator(path) {
  const require = createRequire(`${rivals}/package.json`);
  const { Ajv2020 } = require("ajv/dist/2020.js");
  const { default: addFormats } = require("ajv-formats");
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: true });
  addFormats(ajv);
  const root = JSON.parse(readFileSync(path, "utf8"));
  ajv.addSchema(root, "spec");
  const bases = (root.servers ?? []).map(({ url }) => new URL(url, "http://localhost").pathname.replace(/\/$/, ""));
  const templates = Object.entries(root.paths).map(([template, item]) => ({
    template,
    item,
    parts: template.split("/"),
  }));
  const compiled = new Map();
  const compile = (pointer) => {
    try {
      return ajv.compile({ $ref: `spec#${encodeURI(pointer)}` });
    } catch {
      return undefined;
    }
  };
  return ({ method, url }, status, body) => {
    const { pathname } = new URL(url);
    const base = bases.find((it) => pathname.startsWith(`${it}/`)) ?? "";
    const parts = pathname.slice(base.length).split("/");
    const matches = templates.filter(
      ({ parts: own }) => own.length === parts.length && own.every((it, at) => it === parts[at] || it.startsWith("{")),
    );
    matches.sort((a, b) => a.template.split("{").length - b.template.split("{").length);
    const name = method.toLowerCase();
    const found = matches.find(({ item }) => item[name] !== undefined);
    const { responses } = found?.item[name] ?? {};
    const code = [String(status), `${String(status)[0]}XX`, "default"].find((it) => responses?.[it] !== undefined);
    if (code === undefined) return undefined;
    const { $ref: target } = responses[code];
    const at = target?.slice(1) ?? `/paths/${escapeToken(found.template)}/${name}/responses/${code}`;
    const response = at
      .split("/")
      .slice(1)
      .reduce((value, token) => value?.[unescapeToken(token)], root);
    const type = Object.keys(response?.content ?? {}).find((it) => it.includes("json"));
    if (response?.content?.[type]?.schema === undefined) return undefined;
    const pointer = `${at}/content/${escapeToken(type)}/schema`;
    if (!compiled.has(pointer)) compiled.set(pointer, compile(pointer));
    return compiled.get(pointer)?.(body);
  };
}

function escapeToken(token) {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescapeToken(token) {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}
