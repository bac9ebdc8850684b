import { asObject, type Document, listOperations, type Operation, valueAt } from "../document/index.js";

const PRISM_METHODS: ReadonlySet<string> = new Set("GET POST PUT PATCH DELETE HEAD OPTIONS TRACE".split(" "));

/** Lists what Prism does not serve of OpenAPI 3.2: other methods, streams, parts by position, and some parameters and headers. */
export function listMockLimitations(document: Document): string[] {
  return listOperations(document).flatMap((operation): string[] => {
    const name = `${operation.method} ${operation.path}`;
    if (operation.kind !== "path") return [];
    if (!PRISM_METHODS.has(operation.method)) return [`${name}: Prism does not know the method`];
    return [...listOperationLimits(document, operation)].map((limit) => `${name}: ${limit}`);
  });
}

function* listOperationLimits(
  { root }: Document,
  { responses, parameters, requestBody }: Operation,
): Generator<string, void> {
  const streams = responses.flatMap(({ content }) =>
    content.flatMap(({ range, schema, itemSchema }) =>
      schema === undefined && itemSchema !== undefined ? [range] : [],
    ),
  );
  if (streams.length > 0)
    yield `the body of ${[...new Set(streams)].join(", ")} is empty, because Prism does not read itemSchema`;
  const byPosition = (requestBody?.content ?? []).filter(({ pointer }) => {
    const media = asObject(valueAt(root, pointer));
    return media?.prefixEncoding !== undefined || media?.itemEncoding !== undefined;
  });
  if (byPosition.length > 0)
    yield `Prism does not read the parts of ${byPosition.map(({ range }) => range).join(", ")} by position`;
  if (parameters.some((parameter) => parameter.in === "querystring")) yield "Prism does not check the query string";
  for (const { name, style } of parameters) if (style === "cookie") yield `Prism does not check the cookie ${name}`;
  const cookies = responses.flatMap(({ headers }) => headers.filter(({ name }) => /^set-cookie$/i.test(name)));
  if (cookies.some(({ schema = "" }) => asObject(valueAt(root, schema))?.type === "object"))
    yield "Prism does not send Set-Cookie";
}
