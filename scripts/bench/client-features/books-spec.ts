/** A spec of another service: operations with path, query, bearer token, errors and bodies. */
export type SpecEdit = {
  /** Members that the operation `get-books` has instead. */
  readonly operation?: object;
  /** Its method, `get` by default. */
  readonly method?: "post";
  /** The security schemes instead of the bearer token; each suffices alone. */
  readonly schemes?: Readonly<Record<string, object>>;
  readonly server?: object;
};

export function createBooksSpec({ operation, method, schemes, server }: SpecEdit = {}): object {
  const securitySchemes = schemes ?? { token: { type: "http", scheme: "bearer" } };
  return {
    openapi: "3.1.0",
    info: { title: "Books", version: "1" },
    servers: [server ?? { url: "https://books.example" }],
    components: { securitySchemes },
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    paths: Object.fromEntries(
      ["books", "readers", "loans", "shelves"].map((name) => {
        const isEdited = name === "books";
        const get = {
          operationId: `get-${name}`,
          parameters: [{ name: "fields", in: "query", schema: { type: "array", items: { type: "string" } } }],
          responses: describeResponses(),
        };
        const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
        const put = {
          operationId: `put-${name}`,
          requestBody: { content: { "application/json": { schema: { type: "object" } } } },
          responses: describeResponses(),
        };
        return [
          `/${name}/{id}`,
          { parameters, [(isEdited && method) || "get"]: isEdited ? { ...get, ...operation } : get, put },
        ];
      }),
    ),
  };
}

const BOOK = {
  type: "object",
  required: ["id", "title"],
  properties: {
    ...{ id: { type: "string" }, title: { type: "string", minLength: 1 }, pages: { type: "integer", minimum: 1 } },
    ...{ published: { type: "string", format: "date" }, authors: { type: "array", items: { type: "string" } } },
  },
};

function describeResponses(): object {
  return {
    200: { description: "Found.", content: { "application/json": { schema: BOOK } } },
    404: { description: "Not found.", content: { "application/json": { schema: { type: "object" } } } },
  };
}
