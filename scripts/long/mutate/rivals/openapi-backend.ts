import { listOperations, loadDocument, type Server } from "../../../../src/document/index.js";
import { type Exchange, getHeaderValues } from "../../../../src/recording/index.js";
import type { OtherTool } from "./rival.js";
import { importFrom, scratchFolder } from "./scratch.js";

/** Runs openapi-backend as a library, with formats. It gets decoded bodies; a body that cannot be decoded counts as found. */
export const openapiBackend: OtherTool = {
  name: "openapi-backend 5.21",
  checkExchanges: async (spec, exchanges) => {
    const folder = scratchFolder();
    const { OpenAPIBackend } = (await importFrom(folder, "openapi-backend/index.js")) as unknown as Library;
    const { default: addFormats } = (await importFrom(folder, "ajv-formats/dist/index.js")) as unknown as {
      default: { default: (ajv: unknown) => unknown };
    };
    const document = loadDocument(spec);
    const api = new OpenAPIBackend({
      definition: structuredClone(document.root),
      quick: true,
      ajvOpts: { strict: false, validateFormats: true },
      customizeAjv: (ajv: unknown) => {
        addFormats.default(ajv);
        return ajv;
      },
    });
    await api.init();
    // Its router expects paths relative to the server URL.
    const addresses = listOperations(document).flatMap(({ servers }) => servers.map(buildAddress));
    const roots = [...new Set(addresses)].toSorted((a, b) => b.length - a.length);
    return exchanges.map((exchange) => checkExchange(api, roots, exchange));
  },
};

type Library = { OpenAPIBackend: new (options: Record<string, unknown>) => Api };
type Verdict = {
  readonly valid: boolean;
  readonly errors?: readonly { instancePath?: string; message?: string }[] | null;
};
type Api = {
  readonly init: () => Promise<unknown>;
  readonly matchOperation: (request: object) => object | undefined;
  readonly validateRequest: (request: object, operation: object) => Verdict;
  readonly validateResponse: (body: unknown, operation: object, status: number) => Verdict;
  readonly validateResponseHeaders: (headers: object, operation: object, options: object) => Verdict;
};

function buildAddress({ url, variables }: Server): string {
  return url.replace(/\{([^}]*)\}/g, (_, name: string) => variables[name]?.default ?? "");
}

function checkExchange(api: Api, roots: readonly string[], { request, response }: Exchange): string[] {
  const { origin, pathname, search } = new URL(request.url);
  const root = roots.find((it) => (origin + pathname).startsWith(it));
  const path = root === undefined ? pathname : (origin + pathname).slice(root.replace(/\/$/, "").length);
  const requestBody = decodeBody(request);
  const responseBody = decodeBody(response);
  if (requestBody.error !== undefined || responseBody.error !== undefined)
    return [`malformed ${requestBody.error ?? responseBody.error}`];
  const apiRequest = {
    method: request.method,
    path,
    query: search.slice(1),
    headers: Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
    ...(requestBody.value === undefined ? {} : { body: requestBody.value }),
  };
  try {
    const operation = api.matchOperation(apiRequest);
    if (operation === undefined) return ["no operation"];
    const headers = Object.fromEntries(response.headers.map(([name, value]) => [name.toLowerCase(), value]));
    const results = [
      // A request that is rejected with 4xx may be invalid, so its errors do not count.
      ...(response.status >= 400 ? [] : [api.validateRequest(apiRequest, operation)]),
      api.validateResponse(responseBody.value ?? null, operation, response.status),
      api.validateResponseHeaders(headers, operation, { statusCode: response.status, setMatchType: "superset" }),
    ];
    return results.flatMap(({ errors }) => (errors ?? []).map((it) => `${it.instancePath ?? ""} ${it.message ?? ""}`));
  } catch (error) {
    return [`thrown: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function decodeBody({ body, headers }: Exchange["request"] | Exchange["response"]): {
  value?: unknown;
  error?: string;
} {
  if (body.kind !== "text" || body.text === "") return {};
  const [type = "application/json"] = getHeaderValues(headers, "content-type");
  if (type.includes("form-urlencoded")) return { value: Object.fromEntries(new URLSearchParams(body.text)) };
  if (!type.includes("json")) return { value: body.text };
  try {
    return { value: JSON.parse(body.text) };
  } catch (error) {
    return { error: String(error) };
  }
}
