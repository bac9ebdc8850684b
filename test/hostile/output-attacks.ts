import { type Attack, createTraffic, defineResponse } from "./attack.js";

/** Control sequences that clear a terminal, set its title and colors, reverse text, and end lines. */
const HOSTILE = "\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eevil\u2066\r\n::error::x\u0085\u2028";
const json = JSON.stringify(HOSTILE);
const raw = HOSTILE.replaceAll(/[\r\n]/g, "");

function outputAttack(attack: string, spec: string, har: string, expected: Partial<Attack> = {}): Attack {
  return { attack, files: () => ({ "spec.yaml": spec, "traffic.har": har }), code: 1, message: /./, ...expected };
}

const wanting = defineResponse("{ type: object, properties: { a: { type: integer } }, additionalProperties: false }");

const values: readonly Attack[] = [
  outputAttack("a value", wanting, createTraffic({ body: `{"a":${json}}` }), { message: /\\u001b/ }),
  outputAttack("a name", wanting, createTraffic({ body: `{${json}:1}` }), { message: /\\u001b/ }),
  outputAttack("a constant of the spec", defineResponse(`{ const: ${json} }`), createTraffic({ body: "1" }), {
    message: /\\u001b/,
  }),
  outputAttack("an enum of the spec", defineResponse(`{ enum: [${json}] }`), createTraffic({ body: "1" }), {
    message: /\\u001b/,
  }),
  outputAttack(
    "a pattern of the spec",
    defineResponse(`{ type: string, pattern: ${json} }`),
    createTraffic({ body: '"a"' }),
  ),
  outputAttack(
    "a format of the spec",
    defineResponse(`{ type: string, format: ${json} }`),
    createTraffic({ body: "1" }),
  ),
  outputAttack(
    "the name of a required property",
    defineResponse(`{ required: [${json}] }`),
    createTraffic({ body: "{}" }),
  ),
  outputAttack(
    "the name of a schema",
    defineResponse(`{ $ref: ${JSON.stringify(`#/components/schemas/${HOSTILE}`)} }`, { [json]: "{ type: string }" }),
    createTraffic({ body: "1" }),
  ),
  outputAttack(
    "an operationId",
    defineResponse("{ type: string }").replace("    get:", `    get:\n      operationId: ${json}`),
    createTraffic({ body: "1" }),
  ),
  outputAttack(
    "a title",
    defineResponse("{ type: string }").replace("title: t", `title: ${json}`),
    createTraffic({ body: "1" }),
  ),
  outputAttack("a URL", wanting, createTraffic({ url: `https://a.example/b${HOSTILE}` })),
  outputAttack("an encoded URL", wanting, createTraffic({ url: `https://a.example/b${encodeURIComponent(HOSTILE)}` })),
  outputAttack(
    "a query",
    wanting,
    createTraffic({ url: `https://a.example/a?${encodeURIComponent(HOSTILE)}=${encodeURIComponent(HOSTILE)}` }),
    { code: 0 },
  ),
  outputAttack("a host", wanting, createTraffic({ url: `https://${raw}/a` }), { code: 2 }),
  outputAttack(
    "a content type",
    wanting,
    createTraffic({ body: "1" }).replace('"value":"application/json"', `"value":${JSON.stringify(`text/${raw}`)}`),
    { message: /content-type/ },
  ),
  outputAttack(
    "a charset",
    wanting,
    createTraffic({ body: "MQ==", base64: true }).replace(
      '"value":"application/json"',
      `"value":${JSON.stringify(`application/json;charset=${raw}`)}`,
    ),
    { code: 1 },
  ),
  outputAttack(
    "a content encoding",
    wanting,
    createTraffic({ body: "//79", base64: true, headers: [["Content-Encoding", raw]] }),
    {
      code: 2,
    },
  ),
  outputAttack("a method", wanting, createTraffic({}).replace('"GET"', json)),
  outputAttack("a status", wanting, createTraffic({}).replace('"status":200', `"status":${json}`), { code: 2 }),
  outputAttack("a $ref that leads nowhere", defineResponse(`{ $ref: ${json} }`), createTraffic({}), { code: 2 }),
  outputAttack("a version of OpenAPI", defineResponse("{}").replace("3.1.0", json), createTraffic({}), { code: 2 }),
  outputAttack("a key that stands twice", `${defineResponse("{}")}\n${json}: 1\n${json}: 2\n`, createTraffic({}), {
    code: 2,
  }),
  {
    attack: "the name of a file",
    files: () => ({ [`${raw}.har`]: "nonsense", "spec.yaml": wanting }),
    args: ["check", `${raw}.har`, "--spec", "spec.yaml"],
    code: 2,
    message: /\.har/,
  },
  {
    attack: "the name of a file that is not there",
    files: () => ({ "spec.yaml": wanting }),
    args: ["check", `${HOSTILE}.har`, "--spec", "spec.yaml"],
    code: 2,
    message: /\.har/,
  },
  {
    attack: "a missing spec",
    files: () => ({ "traffic.har": createTraffic({}) }),
    args: ["check", "traffic.har", "--spec", HOSTILE],
    code: 2,
    message: /does not exist/,
  },
  { attack: "an option", files: () => ({}), args: ["check", `--${HOSTILE}`], code: 2, message: /option/ },
  { attack: "a command", files: () => ({}), args: [HOSTILE], code: 2, message: /command|argument/ },
];

export const outputAttacks: readonly Attack[] = values.map((it) => ({
  ...it,
  attack: `a terminal's commands in ${it.attack}`,
}));
