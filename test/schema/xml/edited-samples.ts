export const text = { type: "string" };
export const int = { type: "integer" };
const list = (items: object, xml?: object): object => ({ type: "array", items, ...(xml === undefined ? {} : { xml }) });
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

const spread = (properties: object, ...required: string[]): object => ({
  ...{ type: "object", xml: { nodeType: "none" }, properties, required },
});

/** Schemas, each with a document whose every part test/schema/xml/edited.test.ts edits. */
export const SAMPLES: readonly (readonly [schema: object, xml: string])[] = [
  [
    {
      type: "object",
      xml: { name: "b" },
      required: ["id"],
      properties: {
        id: { ...int, xml: { attribute: true } },
        t: text,
        p: { type: "number" },
        s: { type: "boolean" },
        l: list(text),
      },
    },
    '<?xml version="1.0"?><!-- c --><b id="1" x="2"><t>a &amp; b</t><p>1.5</p><s>true</s><l>1</l><l>2</l></b>',
  ],
  [
    {
      type: "object",
      xml: { name: "r", namespace: "urn:r", prefix: "r" },
      properties: {
        a: { ...text, xml: { namespace: "urn:a", prefix: "a" } },
        b: { ...text, xml: { attribute: true, namespace: "urn:a", prefix: "a" } },
        c: list({ ...int, xml: { name: "c" } }, { wrapped: true, name: "cs" }),
      },
    },
    '<r:r xmlns:r="urn:r" xmlns:a="urn:a" a:b="x"><a:a>y</a:a><cs><c>1</c><c>2</c></cs></r:r>',
  ],
  [
    {
      type: ["object", "null"],
      properties: {
        v: { type: ["integer", "null"] },
        w: { type: ["string", "null"] },
        o: { type: ["object", "null"], properties: { x: text } },
      },
    },
    `<S ${XSI}><v xsi:nil="true"/><w></w><o><x>1</x></o></S>`,
  ],
  [list({ ...int, xml: { name: "i" } }, { name: "list", wrapped: true }), "<list><i>1</i><i>2</i></list>"],
  [list({ $ref: "#/components/schemas/Book" }), "<S><Book><title>a</title></Book><Book><title>b</title></Book></S>"],
  [{ type: "object", additionalProperties: int }, "<S><a>1</a><b>2</b></S>"],
  [
    {
      oneOf: [
        { type: "object", required: ["x"], properties: { x: int } },
        { type: "object", required: ["y"], properties: { y: { type: "boolean" } } },
      ],
    },
    "<S><y>true</y></S>",
  ],
  [
    {
      type: "object",
      properties: { m: { type: "array", items: list(int) }, n: list({ type: "object", properties: { k: text } }) },
    },
    "<S><m><m>1</m></m><n><k>a</k></n><n/></S>",
  ],
  [
    { allOf: [{ $ref: "#/components/schemas/Book" }, { properties: { u: int } }] },
    "<S><title>a</title><u>1</u>text</S>",
  ],
  [int, "<S>5</S>"],
  [{ type: ["string", "integer"] }, "<S> 5 </S>"],
  [{}, "<S><a>1</a><a>2</a><b c='1'>x</b></S>"],
  [list({ $ref: "#/components/schemas/Book" }), "<Book><title>a</title></Book>"],
  [{ $ref: "#/components/schemas/Pet" }, "<Pet><kind>Cat</kind><lives>9</lives></Pet>"],
  [
    {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind" },
    },
    '<Dog loud="true"><kind>Dog</kind><bark>wuff</bark></Dog>',
  ],
  [
    {
      type: "object",
      properties: {
        one: { ...text, xml: { name: "v", namespace: "urn:a" } },
        two: { ...int, xml: { name: "v", namespace: "urn:b" } },
        three: { ...text, xml: { name: "w", namespace: "urn:a", attribute: true } },
        four: { ...int, xml: { name: "w", namespace: "urn:b", attribute: true } },
      },
    },
    '<S xmlns:a="urn:a" xmlns:b="urn:b" b:w="1" a:w="x"><a:v>x</a:v><b:v>1</b:v></S>',
  ],
  [
    {
      type: "object",
      required: ["l", "n", "w", "r"],
      properties: {
        a: { ...list(int), xml: { attribute: true } },
        b: { type: ["integer", "null"], xml: { attribute: true } },
        c: { type: ["array", "string"], items: { type: "boolean" }, xml: { attribute: true } },
        l: list(text),
        n: { type: ["string", "null"] },
        w: { type: ["string", "null"], writeOnly: true },
        r: { type: ["string", "null"], readOnly: true },
      },
    },
    '<S a="1 2" b="" c="true"><l>x</l></S>',
  ],
  [{ type: "object", properties: { a: { ...int, xml: { attribute: true } }, v: int } }, '<S a="1">5</S>'],
  [
    {
      type: "array",
      xml: { wrapped: true },
      prefixItems: [
        { ...text, xml: { name: "x" } },
        { ...int, xml: { name: "y" } },
      ],
      items: { type: "boolean", xml: { name: "z" } },
    },
    "<S><x>a</x><y>1</y><z>true</z></S>",
  ],
  // Properties and items without a node of their own, and text nodes.
  [
    {
      type: "object",
      required: ["one", "none"],
      properties: {
        own: text,
        one: spread({ x: int, at: { ...text, xml: { nodeType: "attribute" } } }, "x"),
        two: spread({ y: text, deep: spread({ z: int, inner: { ...text, xml: { nodeType: "text" } } }) }),
        none: spread({ q1: int }),
      },
    },
    '<S at="2"><own>o</own><x>1</x><y>a</y><z>5</z>hello</S>',
  ],
  [
    { type: "object", properties: { a: spread({ x: int }), map: { ...spread({}), additionalProperties: int } } },
    '<S k="2"><x>1</x><m>2</m><m>3</m></S>',
  ],
  [list(spread({ k: text, v: int }, "k", "v")), "<S><k>a</k><v>1</v><k>b</k><v>2</v></S>"],
  [
    { ...list(spread({ k: text, l: list(int), o: int }, "k")), minItems: 2 },
    "<S><k>a</k><l>1</l><l>2</l><k>b</k><o>3</o></S>",
  ],
  [
    { type: "object", properties: { o: text, rows: list(spread({ k: text, v: int }, "k", "v")) } },
    "<S><o>x</o><k>a</k><v>1</v></S>",
  ],
  [spread({ r: text }), "<r>1</r>"],
  [
    {
      type: "object",
      properties: { c: { ...text, xml: { nodeType: "attribute" } }, t: { type: "number", xml: { nodeType: "text" } } },
    },
    '<S c="1">5</S>',
  ],
  [{ type: "array", xml: { nodeType: "element" }, items: { ...text, xml: { nodeType: "cdata" } } }, "<S>a</S>"],
];
