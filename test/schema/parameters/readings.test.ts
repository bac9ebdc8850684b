/** Texts of parameters in all styles, with what is read from each. All parameters are in one spec. */
import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { createSchemas, readParameter, splitPairs } from "../../../src/schema/index.js";
import { readQuerystring } from "../../../src/schema/parameters/read-querystring.js";

const int = { type: "integer" };
const ints = { type: "array", items: int };
const text = { type: "string" };
const point = { type: "object", properties: { a: int, b: text } };
const open = { ...point, additionalProperties: int };
const either = (...types: readonly object[]) => ({ anyOf: types });
const short = { type: ["array", "integer"], items: int, maxItems: 2 };
const tree = {
  type: "object",
  properties: { n: int, l: ints, o: point, m: { type: ["object", "array"], items: int, additionalProperties: int } },
};

type Row = readonly [how: object, ...texts: readonly string[]];

/** The parameter `x`, in the query where nothing else is stated, and the texts of requests. */
const ROWS: readonly Row[] = [
  [{ schema: int }, "x=1", "x=1&x=2", "y=1", "x=", "x=%zz", "x=1e2", "x=01", "x=1.", "x=-0.5", "x= 1", "x=%31"],
  [{ schema: text }, "x=a+b%20c", "x=%2B", "x", "x=1"],
  [
    { schema: { type: ["integer", "boolean", "null", "string"], maximum: 9 } },
    "x=5",
    "x=10",
    "x=true",
    "x=false",
    "x=",
    "x=null",
    "x=nul",
  ],
  [{ schema: { type: "string", enum: ["1"] } }, "x=1"],
  [{ schema: { minimum: 1 } }, "x=5", "x=a"],
  [{ schema: { multipleOf: 2 } }, "x=5"],
  [{ schema: { exclusiveMaximum: 2 } }, "x=5"],
  [{ schema: { const: true } }, "x=true", "x=1"],
  [{ schema: { enum: [null, 1] } }, "x=1", "x=null"],
  [{ schema: { prefixItems: [int, text] } }, "x=1&x=2", "x=1"],
  [{ schema: {} }, "x=1"],
  [{}, "x=1&x=2"],
  [{ schema: int, allowEmptyValue: true }, "x=", "x=1", "x=&x=", "x=&x=1"],
  [{ schema: ints }, "x=1", "x=1&x=2", "x=", "x=1,2"],
  [{ schema: ints, explode: false }, "x=1,2", "x=", "x=1&x=2", "x=1%2C2"],
  [{ schema: ints, explode: false, style: "spaceDelimited" }, "x=1%202+3 4", "x=1&x=2"],
  [{ schema: ints, explode: false, style: "pipeDelimited" }, "x=1%7C2|3%7c4", "x=1&x=2"],
  [{ schema: point, explode: false }, "x=a,1,b,2", "x=a,1,b", "x=", "x=c,1", "x=a,1&x=b,2"],
  [{ schema: point, explode: false, style: "pipeDelimited" }, "x=a|1|b|2"],
  [{ schema: point }, "a=1&b=2&c=3", "c=3", "a=1&a=2", "b=%zz&a=1"],
  [{ schema: open }, "a=1&c=3&taken=4", "taken=4", "c=x"],
  [{ schema: { ...point, additionalProperties: false } }, "a=1&c=3"],
  [{ schema: either(point, int) }, "a=1", "x=5", "y=5", "a=1&x=5"],
  [{ schema: either(point, int), explode: false }, "x=5", "x=a,1", "x=a"],
  [{ schema: either({ ...point, required: ["a"] }, text), explode: false }, "x=a,1", "x=b,1", "x=a"],
  [{ schema: short }, "x=1", "x=1&x=2", "x=1&x=2&x=3", "x=a", "x="],
  [{ schema: short, explode: false }, "x=1", "x=1,2", "x=1,2,3", "x=a"],
  [{ schema: { type: ["array", "string"], items: int, maxItems: 2 }, explode: false }, "x=1,2,3", "x=1,2"],
  [
    { schema: tree, style: "deepObject" },
    ...["x[n]=1", "x[n]=a&x[n]=b", "x[l]=1&x[l]=2", "x[l][]=1&x[l][]=2", "x[l][1]=5&x[l][0]=4", "x[l][a]=1"],
    ...["x[o][a]=1&x[o][b]=2", "x[o][c]=1", "x[o]=1&x[o][a]=2", "x[m][0]=1", "x[m][]=1", "x[m][a]=1", "x[q][]=1"],
    ...["x[n][]=7", "x=5", "y[n]=1", "x[n=1", "x[]=3", "x[n]=%zz", `x${"[a]".repeat(33)}=1`, `x${"[a]".repeat(32)}=1`],
  ],
  [{ schema: either(point, int), style: "deepObject" }, "x=5", "x[a]=1"],
  [{ schema: ints, style: "deepObject" }, "x[]=1&x[]=2", "x[0]=1&x[0]=2", "x[1]=1&x[0]=2&x[10]=3"],
  [{ content: { "application/json": { schema: point } } }, 'x={"a":1}', "x=%7B%22a%22%3A1%7D", "x={", "x=1&x=2", "y"],
  [{ content: { "text/plain": { schema: text } } }, "x=a+b"],
  [{ in: "cookie", schema: int }, "x=1", "x=%31"],
  [
    { in: "cookie", content: { "application/json": { schema: ints } } },
    "x=%5B1%5D",
    "x=[1]",
    "x=%5B",
    "x=%zz",
    'x="%41"',
  ],
  [{ in: "header", schema: ints }, " 1 , 2 ", "", "1,,2", "%31"],
  [{ in: "header", schema: point }, "a, 1 ,b,2", "a"],
  [{ in: "header", schema: point, explode: true }, "a=1, b=2=3", "a"],
  [{ in: "header", schema: text }, "  a  "],
  [{ in: "header", content: { "application/json": { schema: ints } } }, "[1]", "[", ""],
  [{ in: "path", schema: text }, "a%2Fb", "%", "a+b", " a "],
  [{ in: "path", schema: ints }, "1,2", "1%2C2"],
  [{ in: "path", schema: int, style: "label" }, ".5", "5", "."],
  [{ in: "path", schema: ints, style: "label" }, ".1,2", ".1.2", "1"],
  [{ in: "path", schema: ints, style: "label", explode: true }, ".1.2", ".1,2"],
  [{ in: "path", schema: point, style: "label", explode: true }, ".a=1.b=2", ".a"],
  [{ in: "path", schema: int, style: "matrix" }, ";x=5", ";x", ";y=5", "x=5", ";xx=5"],
  [{ in: "path", schema: ints, style: "matrix" }, ";x=1,2", ";x=1;x=2"],
  [{ in: "path", schema: ints, style: "matrix", explode: true }, ";x=1;x=2", ";x=1;y=2", ";x=1;x", ";x;x=1", ";x"],
  [{ in: "path", schema: point, style: "matrix", explode: true }, ";a=1;b=2", ";a", "a=1"],
  [{ in: "path", schema: point, style: "matrix" }, ";x=a,1,b,2", ";x=a,1;b"],
];

const document = loadDocument("spec.json", () =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: Object.fromEntries(
      ROWS.map(([how], index) => [
        `/${index}/{x}`,
        { get: { parameters: [{ name: "x", in: "query", required: true, ...how }], responses: {} } },
      ]),
    ),
  }),
);
const schemas = createSchemas(document);
const operations = listOperations(document);

test.each(ROWS.map(([how], index) => [JSON.stringify(how), index] as const))("%s", (_, index) => {
  const [, ...texts] = ROWS[index] ?? [{}];
  const parameter = operations[index]?.parameters[0];
  if (parameter === undefined) throw new Error("there is no parameter");
  const lines = texts.map((raw) => {
    const location = parameter.in === "querystring" ? "query" : parameter.in;
    const pairs = location === "query" || location === "cookie";
    const { kind, ...rest } = pairs
      ? readParameter(schemas, parameter, { in: location, pairs: splitPairs(raw), taken: new Set(["taken"]) })
      : readParameter(schemas, parameter, { in: location, text: raw });
    return `${raw.slice(0, 40)} → ${kind} ${JSON.stringify(rest)}`;
  });
  expect(lines.join("\n")).toMatchSnapshot();
});

const pointer = (at: number) => operations[at]?.parameters[0]?.schema;

test.each([
  ["application/x-www-form-urlencoded", "a=1&b=2"],
  ["application/x-www-form-urlencoded; charset=utf-8", "a=1&a=2"],
  ["application/json", "%7B%22a%22:1%7D"],
  ["application/json", "%zz"],
  ["application/json", "{"],
  ["application/json", ""],
])("a query string of %s: %s", (range, raw) => {
  const schema = pointer(ROWS.findIndex(([how]) => "schema" in how && how.schema === point));
  if (schema === undefined) throw new Error("there is no schema");
  const content = { range, pointer: schema, schema };
  expect(readQuerystring(schemas, { name: "x", content }, { text: raw, pairs: splitPairs(raw) })).toMatchSnapshot();
});
