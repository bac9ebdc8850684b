/** Cases from the text of OpenAPI 3.2.0: its examples and rules, each with traffic that conforms and traffic that does not. */

/** A request or a response of the operation, by what differs from a plain one. */
export type Message = {
  readonly method?: string;
  /** The path and query. */
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly body?: string;
  readonly status?: number;
  readonly response?: string;
  readonly responseType?: string;
  readonly responseHeaders?: readonly (readonly [string, string])[];
};

export type SpecificationCase = {
  /** The path item of `/a`, or of `path`. */
  readonly item: object;
  readonly path?: string;
  readonly components?: object;
  readonly root?: object;
  /** Messages that pass. */
  readonly good: readonly Message[];
  /** Messages with a finding, and a part of its code and message. */
  readonly bad: readonly (readonly [Message, string])[];
};

const INTEGER = { type: "integer" };
const TEXT = { type: "string" };
const object = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  properties,
  required,
});
const ok = (content?: object, headers?: object): object => ({
  "200": { ...(content === undefined ? {} : { content }), ...(headers === undefined ? {} : { headers }) },
});
const get = (content: object): object => ({ get: { responses: ok(content) } });
const post = (content: object): object => ({ post: { requestBody: { required: true, content }, responses: ok() } });
const withParameters = (...parameters: readonly object[]): object => ({ get: { parameters, responses: ok() } });
const answer =
  (responseType: string) =>
  (response: string): Message => ({ response, responseType });
const send =
  (type: string) =>
  (body: string): Message => ({ method: "POST", type, body });
const query = (text: string): Message => ({ url: `/a${text}` });
const cookie = (text: string): Message => ({ headers: { Cookie: text } });
const parts = (...list: readonly string[]): string =>
  [...list.map((it) => `--b\r\n${it.replaceAll("\n", "\r\n")}\r\n`), "--b--\r\n"].join("");

const lines = answer("application/jsonl");
const events = answer("text/event-stream");
const xml = answer("application/xml");
const form = answer("application/x-www-form-urlencoded");
const LOG = object({ timestamp: TEXT, level: INTEGER, message: TEXT }, ["timestamp", "level", "message"]);
const ENTRY = '{"timestamp":"t","level":1,"message":"hi"}';
const event = (properties: object, required: readonly string[] = []): object =>
  get({ "text/event-stream": { itemSchema: object(properties, required) } });
const document = (properties: object, more: object = {}): object =>
  get({ "application/xml": { schema: { ...object(properties), xml: { name: "document" }, ...more } } });
const json = (schema: object): object => get({ "application/json": { schema } });
const reply = answer("application/json");
const querystring = (type: string, media: object, more: object = {}): object =>
  withParameters({ name: "q", in: "querystring", content: { [type]: media }, ...more });
const FORM = "application/x-www-form-urlencoded";
const cookieParameter = (name: string, schema: object, more: object = {}): object =>
  withParameters({ name, in: "cookie", style: "cookie", schema, ...more });
const MIXED = "multipart/mixed; boundary=b";
const ANIMALS = { type: "array", items: TEXT };

export const SPECIFICATION_CASES: Readonly<Record<string, SpecificationCase>> = {
  "JSON lines of a log": {
    item: get({ "application/jsonl": { itemSchema: LOG } }),
    good: [lines(`${ENTRY}\n${ENTRY}\n`), lines(ENTRY), lines(`${ENTRY}\r\n${ENTRY}\r\n`), lines("")],
    bad: [
      [lines(`${ENTRY}\n{"timestamp":"t","level":1}\n`), "message"],
      [lines(`${ENTRY}\n{"timestamp":"t"\n`), "malformed"],
    ],
  },
  "NDJSON with a list and items": {
    item: get({ "application/x-ndjson": { schema: { type: "array", minItems: 2 }, itemSchema: INTEGER } }),
    good: [answer("application/x-ndjson")("1\n2\n")],
    bad: [
      [answer("application/x-ndjson")("1\n"), "body.invalid"],
      [answer("application/x-ndjson")('1\n"2"\n'), "expected integer"],
    ],
  },
  "GeoJSON text sequences": {
    item: get({ "application/geo+json-seq": { itemSchema: object({ type: { const: "Feature" } }, ["type"]) } }),
    good: [answer("application/geo+json-seq")('\u001e{"type":\n"Feature"}\n')],
    bad: [[answer("application/geo+json-seq")('\u001e{"type":"Point"}\n'), "body.invalid"]],
  },
  "a request of JSON lines": {
    item: post({ "application/jsonl": { itemSchema: LOG } }),
    good: [send("application/jsonl")(`${ENTRY}\n`)],
    bad: [[send("application/jsonl")('{"timestamp":"t","level":"1","message":""}\n'), "request.body.invalid"]],
  },
  "fields of events": {
    item: event({ data: { const: "a\nb" }, event: TEXT, id: TEXT, retry: INTEGER }, ["data"]),
    good: [
      events("data: a\ndata: b\n\n"),
      events("\uFEFFdata:a\r\ndata:b\r\n\r\n"),
      events("data: a\rdata: b\r\r"),
      events(": comment\n\nfoo: bar\nretry: x\ndata: a\ndata: b\n\n"),
      events("event: ignored, for it has no data\n\n"),
      events("data: an incomplete event"),
    ],
    bad: [[events("data:  a\ndata: b\n\n"), "/0/data"]],
  },
  "a required id of events": {
    item: event({ data: TEXT, id: { ...TEXT, minLength: 2 } }, ["id"]),
    good: [events("id: 10\ndata: a\n\n")],
    bad: [
      [events("data: a\n\n"), "id"],
      [events("id: 1\ndata: a\n\n"), "/0/id"],
    ],
  },
  "the events of the specification": {
    item: get({
      "text/event-stream": {
        itemSchema: {
          ...object({ event: TEXT, data: TEXT, id: TEXT, retry: { type: "integer", minimum: 0 } }, ["event"]),
          oneOf: [
            { properties: { event: { const: "addString" } } },
            { properties: { event: { const: "addInt64" }, data: { format: "int64" } } },
            {
              properties: {
                event: { const: "addJson" },
                data: { contentMediaType: "application/json", contentSchema: object({ foo: INTEGER }, ["foo"]) },
              },
            },
          ],
        },
      },
    }),
    good: [
      events('event: addString\ndata: across\ndata: two lines\nretry: 5\n\nevent: addJson\ndata: {"foo": 42}\n\n'),
    ],
    bad: [
      [events('event: addJson\ndata: {"foo": "42"}\n\n'), "/0/data/foo"],
      [events("event: addJson\ndata: foo\n\n"), "malformed"],
      [events("event: other\ndata: foo\n\n"), "/0/event"],
      [events("data: foo\n\n"), "event"],
    ],
  },
  "a stream of images": {
    item: post({ "multipart/mixed": { itemSchema: {}, itemEncoding: { contentType: "image/png, image/jpeg" } } }),
    good: [send(MIXED)(parts("Content-Type: image/png\n\n1", "Content-Type: image/jpeg\n\n2"))],
    bad: [[send(MIXED)(parts("Content-Type: image/png\n\n1", "Content-Type: text/html\n\n2")), "image"]],
  },
  "a document and its resources": {
    item: post({
      "multipart/related": {
        schema: { type: "array", prefixItems: [object({ title: TEXT }, ["title"])], items: {} },
        prefixEncoding: [{ contentType: "application/json" }],
        itemEncoding: {
          contentType: "application/octet-stream",
          headers: { "Content-ID": { required: true, schema: { type: "string", pattern: "^<" } } },
        },
      },
    }),
    good: [
      send("multipart/related; boundary=b")(
        parts(
          'Content-Type: application/json\n\n{"title":"a"}',
          "Content-Type: application/octet-stream\nContent-ID: <1>\n\nx",
        ),
      ),
    ],
    bad: [
      [send("multipart/related; boundary=b")(parts('Content-Type: application/json\n\n{"name":"a"}')), "title"],
      [
        send("multipart/related; boundary=b")(
          parts('Content-Type: application/json\n\n{"title":"a"}', "Content-Type: application/octet-stream\n\nx"),
        ),
        "Content-ID",
      ],
    ],
  },
  "byte ranges": {
    item: get({
      "multipart/byteranges": {
        itemEncoding: {
          headers: { "Content-Range": { required: true, schema: { type: "string", pattern: "^bytes " } } },
        },
        itemSchema: {},
      },
    }),
    good: [answer("multipart/byteranges; boundary=b")(parts("Content-Range: bytes 0-1/3\n\nab"))],
    bad: [
      [answer("multipart/byteranges; boundary=b")(parts("Content-Type: text/plain\n\nab")), "Content-Range"],
      [answer("multipart/byteranges; boundary=b")(parts("Content-Range: lines 1\n\nab")), "bytes"],
    ],
  },
  "the encoding of a response": {
    item: get({
      [FORM]: {
        schema: object({ ids: { type: "array", items: INTEGER } }),
        encoding: { ids: { style: "form", explode: false } },
      },
    }),
    good: [form("ids=1,2")],
    bad: [[form("ids=1,x"), "/ids/1"]],
  },
  "parts of a response": {
    item: get({
      "multipart/form-data": {
        schema: object({ meta: object({ n: INTEGER }) }),
        encoding: { meta: { contentType: "application/json" } },
      },
    }),
    good: [
      answer("multipart/form-data; boundary=b")(
        parts('Content-Disposition: form-data; name="meta"\nContent-Type: application/json\n\n{"n":1}'),
      ),
    ],
    bad: [
      [
        answer("multipart/form-data; boundary=b")(
          parts('Content-Disposition: form-data; name="meta"\nContent-Type: application/json\n\n{"n":"1"}'),
        ),
        "/meta/n",
      ],
    ],
  },
  "a query string that is a form": {
    item: querystring(FORM, { schema: object({ foo: TEXT, bar: { type: "boolean" } }) }),
    good: [query("?foo=a+%2B+b&bar=true"), query("?bar=false"), query("")],
    bad: [[query("?foo=a&bar=maybe"), "/q/bar"]],
  },
  "a query string that is JSON": {
    item: querystring("application/json", {
      schema: object({ numbers: { type: "array", items: INTEGER }, flag: { type: ["boolean", "null"] } }),
    }),
    good: [query("?%7B%22numbers%22%3A%5B1%2C2%5D%2C%22flag%22%3Anull%7D")],
    bad: [
      [query("?%7B%22numbers%22%3A%5B1%2C%22x%22%5D%7D"), "/q/numbers/*"],
      [query("?numbers=1"), "request.query"],
    ],
  },
  "a query string that is a number": {
    item: querystring("text/plain", { schema: INTEGER }, { required: true }),
    good: [query("?42")],
    bad: [
      [query("?x"), "/q"],
      [query(""), "missing"],
    ],
  },
  "an encoding in a query string": {
    item: querystring(FORM, {
      schema: object({ filter: object({ a: INTEGER }), tags: { type: "array", items: INTEGER } }),
      encoding: { filter: { contentType: "application/json" }, tags: { style: "pipeDelimited", explode: false } },
    }),
    good: [query("?filter=%7B%22a%22%3A1%7D&tags=1%7C2")],
    bad: [
      [query("?filter=%7B%22a%22%3A%22b%22%7D"), "/q/filter/a"],
      [query("?tags=1%7Cx"), "/q/tags/*"],
    ],
  },
  "a query string of the path item, by reference": {
    item: { parameters: [{ $ref: "#/components/parameters/Q" }], get: { responses: ok() } },
    components: {
      parameters: { Q: { name: "q", in: "querystring", content: { [FORM]: { schema: object({ a: INTEGER }) } } } },
    },
    good: [query("?a=1")],
    bad: [[query("?a=x"), "/q/a"]],
  },
  "repeated names in a query string": {
    item: querystring(FORM, { schema: object({ tag: { type: "array", items: INTEGER, maxItems: 2 } }) }),
    good: [query("?tag=1&tag=2")],
    bad: [
      [query("?tag=1&tag=b"), "/q/tag/*"],
      [query("?tag=1&tag=2&tag=3"), "/q/tag"],
    ],
  },
  "a QUERY operation": {
    item: {
      query: { requestBody: { required: true, content: { "application/json": { schema: INTEGER } } }, responses: ok() },
    },
    good: [{ method: "QUERY", type: "application/json", body: "1" }],
    bad: [
      [{ method: "QUERY", type: "application/json", body: '"1"' }, "request.body.invalid"],
      [{ method: "QUERY" }, "request.body.missing"],
      [{ method: "QUERY", type: "text/plain", body: "1" }, "request.content-type.undocumented"],
      [{ method: "GET" }, "request.method.undocumented"],
      [{ method: "query", type: "application/json", body: "1" }, "request.method.undocumented"],
    ],
  },
  "methods of a referenced path item": {
    item: { $ref: "#/components/pathItems/A" },
    components: {
      pathItems: { A: { additionalOperations: { LINK: { responses: ok() }, "M-SEARCH": { responses: ok() } } } },
    },
    good: [{ method: "LINK" }, { method: "M-SEARCH" }],
    bad: [
      [{ method: "link" }, "request.method.undocumented"],
      [{ method: "LINK", status: 201 }, "response.status.undocumented"],
    ],
  },
  "a list of cookies": {
    item: cookieParameter("n", { type: "array", items: INTEGER }),
    good: [cookie("n=1; n=2"), cookie("n=1")],
    bad: [[cookie("n=1; n=x"), "/n/*"]],
  },
  "a list in one cookie": {
    item: cookieParameter("n", { type: "array", items: INTEGER }, { explode: false }),
    good: [cookie("n=1,2")],
    bad: [[cookie("n=1,x"), "/n/*"]],
  },
  "an object in one cookie": {
    item: cookieParameter("n", object({ R: INTEGER, G: INTEGER }), { explode: false }),
    good: [cookie("n=R,1,G,2")],
    bad: [[cookie("n=R,1,G,x"), "/n/G"]],
  },
  "a cookie that is not decoded": {
    item: cookieParameter("n", { type: "string", maxLength: 3, pattern: "=" }),
    good: [cookie("n=a=b")],
    bad: [[cookie("n=%20="), "/n"]],
  },
  "cookies that are set": {
    item: {
      get: {
        responses: ok(undefined, {
          "Set-Cookie": {
            required: true,
            schema: object(
              { lang: { type: "string", pattern: "^en-US(;|$)" }, foo: { type: "string", pattern: "^bar(;|$)" } },
              ["lang"],
            ),
          },
        }),
      },
    },
    good: [
      {
        responseHeaders: [
          ["Set-Cookie", "lang=en-US; Expires=Wed, 09 Jun 2021 10:18:14 GMT"],
          ["Set-Cookie", "foo=bar; Expires=Wed, 09 Jun 2021 10:18:14 GMT"],
        ],
      },
    ],
    bad: [
      [{ responseHeaders: [["Set-Cookie", "foo=bar"]] }, "lang"],
      [
        {
          responseHeaders: [
            ["Set-Cookie", "lang=en-US"],
            ["Set-Cookie", "foo=baz"],
          ],
        },
        "foo",
      ],
      [{ responseHeaders: [] }, "response.header.missing"],
    ],
  },
  "reusable media types": {
    item: {
      post: {
        parameters: [
          { name: "f", in: "query", content: { "application/json": { $ref: "#/components/mediaTypes/B" } } },
        ],
        requestBody: { content: { "application/json": { $ref: "#/components/mediaTypes/A" } } },
        responses: ok({ "application/jsonl": { $ref: "#/components/mediaTypes/C" } }),
      },
    },
    components: {
      mediaTypes: { A: { $ref: "#/components/mediaTypes/B" }, B: { schema: INTEGER }, C: { itemSchema: INTEGER } },
    },
    good: [{ ...send("application/json")("1"), ...lines("1\n2\n"), url: "/a?f=1" }],
    bad: [
      [{ ...send("application/json")('"1"'), ...lines("1\n") }, "request.body.invalid"],
      [{ ...send("application/json")("1"), ...lines('"x"\n') }, "response.body.invalid"],
      [{ ...send("application/json")("1"), ...lines("1\n"), url: "/a?f=%22x%22" }, "request.query.invalid"],
    ],
  },
  "references by $self": {
    root: { $self: "https://docs.example/api/openapi" },
    item: get({
      "application/json": {
        schema: { type: "array", items: { $ref: "https://docs.example/api/openapi#/components/schemas/N" } },
      },
    }),
    components: {
      schemas: { N: { type: "object", properties: { next: { $ref: "openapi#/components/schemas/N" }, n: INTEGER } } },
    },
    good: [reply('[{"n":1,"next":{"n":2}}]')],
    bad: [
      [reply('[{"n":"1"}]'), "/0/n"],
      [reply('[{"next":{"n":"1"}}]'), "/0/next/n"],
    ],
  },
  "a relative $self": {
    root: { $self: "/api/openapi" },
    item: json({ $ref: "/api/openapi#/components/schemas/N" }),
    components: { schemas: { N: INTEGER } },
    good: [reply("1")],
    bad: [[reply('"1"'), "expected integer"]],
  },
  "a default of a discriminator with implicit names": {
    item: json({
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Pet" }],
      discriminator: { propertyName: "petType", defaultMapping: "#/components/schemas/Pet" },
    }),
    components: {
      schemas: {
        Cat: object({ petType: { const: "Cat" }, lives: INTEGER }, ["petType", "lives"]),
        Pet: {
          ...object({ petType: TEXT, name: TEXT }, ["name"]),
          not: { properties: { petType: { const: "Cat" } }, required: ["petType"] },
        },
      },
    },
    good: [reply('{"petType":"Cat","lives":9}'), reply('{"name":"a"}'), reply('{"petType":"Dog","name":"a"}')],
    bad: [
      [reply('{"petType":"Cat","name":"a"}'), "lives"],
      [reply('{"nickname":"a"}'), "name"],
    ],
  },
  "a default of a discriminator in anyOf": {
    item: json({
      anyOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }],
      discriminator: { propertyName: "kind", mapping: { a: "A" }, defaultMapping: "B" },
    }),
    components: {
      schemas: { A: object({ kind: TEXT, n: INTEGER }, ["n"]), B: object({ kind: TEXT, t: TEXT }, ["t"]) },
    },
    good: [reply('{"kind":"a","n":1}'), reply('{"t":"x"}'), reply('{"kind":"z","t":"x"}')],
    bad: [[reply('{"kind":"a","n":"1"}'), "/n"]],
  },
  "a deprecated scheme and a device flow": {
    item: { get: { security: [{ "#/components/securitySchemes/device": [] }], responses: ok() } },
    components: {
      securitySchemes: {
        device: {
          ...{ type: "oauth2", deprecated: true },
          flows: {
            deviceAuthorization: {
              deviceAuthorizationUrl: "https://a.example/d",
              tokenUrl: "https://a.example/t",
              scopes: {},
            },
          },
        },
      },
    },
    good: [{ headers: { Authorization: "Bearer t" } }],
    bad: [[{}, "request.security.missing"]],
  },
  "XML without options": {
    item: document({ animals: TEXT }),
    good: [xml("<document>\n  <animals>dog, cat, hamster</animals>\n</document>")],
    bad: [[xml("<document><animals><a/></animals></document>"), "/animals"]],
  },
  "an XML list without a wrapper": {
    item: document({ animals: ANIMALS }),
    good: [xml("<document><animals>dog</animals><animals>cat</animals></document>")],
    bad: [[xml("<document><animals>dog</animals><animal>cat</animal></document>"), "undeclared"]],
  },
  "names of XML items": {
    item: document({
      animals: { ...ANIMALS, xml: { name: "aliens" }, items: { ...TEXT, maxLength: 3, xml: { name: "animal" } } },
    }),
    good: [xml("<document><animal>dog</animal><animal>cat</animal></document>")],
    bad: [
      [xml("<document><animal>horse</animal></document>"), "/animals/0"],
      [xml("<document><aliens><animal>dog</animal></aliens></document>"), "undeclared"],
    ],
  },
  "an XML wrapper": {
    item: document({ animals: { ...ANIMALS, xml: { nodeType: "element" } } }),
    good: [xml("<document><animals><animals>dog</animals><animals>cat</animals></animals></document>")],
    bad: [[xml("<document><animals><animal>dog</animal></animals></document>"), "animal"]],
  },
  "a named XML wrapper and named items": {
    item: document({
      animals: {
        ...ANIMALS,
        xml: { name: "aliens", nodeType: "element" },
        items: { ...TEXT, xml: { name: "animal" } },
      },
    }),
    good: [xml("<document><aliens><animal>dog</animal></aliens></document>")],
    bad: [
      [xml("<document><animals><animal>dog</animal></animals></document>"), "undeclared"],
      [xml("<document><aliens><alien>dog</alien></aliens></document>"), "alien"],
    ],
  },
  "a named XML wrapper": {
    item: document({ animals: { ...ANIMALS, xml: { name: "aliens", nodeType: "element" } } }),
    good: [xml("<document><aliens><aliens>dog</aliens></aliens></document>")],
    bad: [[xml("<document><aliens><animals>dog</animals></aliens></document>"), "animals"]],
  },
  "XML attributes and namespaces": {
    item: get({ "application/xml": { schema: { $ref: "#/components/schemas/Person" } } }),
    components: {
      schemas: {
        Person: object({
          id: { ...INTEGER, xml: { nodeType: "attribute" } },
          name: { ...TEXT, xml: { namespace: "https://example.com/schema/sample", prefix: "sample" } },
        }),
      },
    },
    good: [xml('<Person id="123"><s:name xmlns:s="https://example.com/schema/sample">example</s:name></Person>')],
    bad: [
      [xml('<Person id="x"/>'), "/id"],
      [xml('<Person id="1"><name>example</name></Person>'), "namespace"],
    ],
  },
  "XML elements with attributes and text": {
    item: get({
      "application/xml": {
        schema: {
          ...{ type: "array", xml: { nodeType: "element", name: "animals" } },
          items: {
            xml: { name: "animal" },
            properties: {
              kind: { ...TEXT, xml: { nodeType: "attribute" } },
              name: { ...TEXT, maxLength: 6, xml: { nodeType: "text" } },
            },
          },
        },
      },
    }),
    good: [xml('<animals><animal kind="Cat">Fluffy</animal><animal kind="Dog">Fido</animal></animals>')],
    bad: [[xml('<animals><animal kind="Cat">Very long</animal></animals>'), "/0/name"]],
  },
  "a referenced XML element with CDATA": {
    item: get({ "application/xml": { schema: { $ref: "#/components/schemas/Documentation" } } }),
    components: {
      schemas: {
        Documentation: object({
          content: { ...TEXT, contentMediaType: "text/html", pattern: "^<html>", xml: { nodeType: "cdata" } },
        }),
      },
    },
    good: [xml("<Documentation><![CDATA[<html><head></head></html>]]></Documentation>")],
    bad: [
      [xml("<Documentation><![CDATA[<p>]]></Documentation>"), "/content"],
      [xml("<Documentation><content>&lt;html></content></Documentation>"), "undeclared"],
    ],
  },
  "an XML element that is named where it is used": {
    item: get({
      "application/xml": {
        schema: { xml: { nodeType: "element", name: "StoredDocument" }, $ref: "#/components/schemas/Documentation" },
      },
    }),
    components: {
      schemas: {
        Documentation: {
          xml: { nodeType: "none" },
          ...object({ content: { ...TEXT, xml: { nodeType: "cdata" } } }, ["content"]),
        },
      },
    },
    good: [xml("<StoredDocument><![CDATA[<html>]]></StoredDocument>")],
    bad: [
      [xml("<Documentation><![CDATA[<html>]]></Documentation>"), "StoredDocument"],
      [xml("<StoredDocument/>"), "content"],
    ],
  },
  "a reference in XML to an object without an element": {
    item: document({ id: INTEGER, address: { $ref: "#/components/schemas/Address" } }),
    components: { schemas: { Address: { xml: { nodeType: "none" }, ...object({ city: TEXT, zip: INTEGER }) } } },
    good: [xml("<document><id>1</id><city>a</city><zip>1</zip></document>")],
    bad: [
      [xml("<document><id>1</id><zip>x</zip></document>"), "/address/zip"],
      [xml("<document><id>1</id><street>x</street></document>"), "undeclared"],
    ],
  },
  "XML items of several kinds": {
    item: document({
      shapes: {
        type: "array",
        items: {
          xml: { nodeType: "none" },
          oneOf: [{ $ref: "#/components/schemas/Circle" }, { $ref: "#/components/schemas/Square" }],
        },
      },
    }),
    components: {
      schemas: { Circle: object({ radius: INTEGER }, ["radius"]), Square: object({ side: INTEGER }, ["side"]) },
    },
    good: [xml("<document><Circle><radius>1</radius></Circle><Square><side>1</side></Square></document>")],
    bad: [[xml("<document><Circle><radius>x</radius></Circle></document>"), "/shapes/0/radius"]],
  },
  "XML elements in order": {
    item: get({
      "application/xml": {
        schema: {
          ...{ xml: { nodeType: "element", name: "OneTwoThree" }, type: "array", minItems: 3, maxItems: 3 },
          prefixItems: [
            { xml: { name: "One" }, type: "string" },
            {
              ...{ xml: { name: "Two" }, type: "object", required: ["unit", "value"] },
              properties: {
                unit: { ...TEXT, xml: { nodeType: "attribute" } },
                value: { type: "number", xml: { nodeType: "text" } },
              },
            },
            { xml: { name: "Three" }, type: ["boolean", "null"] },
          ],
        },
      },
    }),
    good: [
      xml(
        '<OneTwoThree xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><One>Some text</One><Two unit="cubits">42</Two><Three xsi:nil="true" /></OneTwoThree>',
      ),
    ],
    bad: [
      [xml('<OneTwoThree><One>a</One><Two unit="cubits">many</Two><Three>true</Three></OneTwoThree>'), "/1/value"],
      [xml("<OneTwoThree><One>a</One><Two>42</Two><Three>true</Three></OneTwoThree>"), "unit"],
      [xml('<OneTwoThree><Two unit="a">42</Two><One>a</One><Three>true</Three></OneTwoThree>'), "body.invalid"],
    ],
  },
  "XML text around an element": {
    item: get({
      "application/xml": {
        schema: {
          ...{ xml: { nodeType: "element", name: "Report" }, type: "array" },
          prefixItems: [
            { xml: { nodeType: "text" }, type: "string" },
            { xml: { name: "data" }, type: "number" },
            { xml: { nodeType: "text" }, type: "string" },
          ],
        },
      },
    }),
    good: [xml("<Report>Some preamble text.<data>42</data>Some postamble text.</Report>")],
    bad: [[xml("<Report>Some preamble text.<data>many</data>Some postamble text.</Report>"), "/1"]],
  },
  "null in XML": {
    item: get({
      "application/xml": {
        schema: {
          ...{ xml: { name: "product" }, type: "object", required: ["count", "description", "related"] },
          properties: {
            count: { type: ["number", "null"], xml: { nodeType: "attribute" } },
            rating: { ...TEXT, xml: { nodeType: "attribute" } },
            description: TEXT,
            related: { type: ["object", "null"] },
          },
        },
      },
    }),
    good: [
      xml(
        '<product xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><description>Thing</description><related xsi:nil="true"/></product>',
      ),
      xml('<product count="42"><description>Thing</description><related></related></product>'),
    ],
    bad: [[xml('<product count="many"><description>Thing</description><related/></product>'), "/count"]],
  },
  "reserved characters in a path": {
    path: "/files/{name}",
    item: {
      parameters: [
        {
          name: "name",
          in: "path",
          required: true,
          allowReserved: true,
          schema: { ...TEXT, pattern: "^[a-z]+:[a-z]+$" },
        },
      ],
      get: { responses: ok() },
    },
    good: [{ url: "/files/a:b" }, { url: "/files/a%3Ab" }],
    bad: [[{ url: "/files/a@b" }, "/name"]],
  },
};
