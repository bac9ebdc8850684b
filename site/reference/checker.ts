import { type Contract, createContract, type Finding } from "../../src/check/index.js";
import { loadDocument } from "../../src/document/index.js";
import { createFetchExchange } from "../../src/recording/index.js";

const contracts = new Map<string, Contract>();

/** Checks a request and its response in the browser, as `contract check` does with a recording. */
export async function checkResponse(spec: string, request: Request, response: Response): Promise<readonly Finding[]> {
  const exchange = await createFetchExchange(request, response, { source: request.url, index: 0 });
  // A page sees the headers that CORS exposes, and not those that the browser adds.
  const gaps = (["request.headers", "response.headers"] as const).map((part) => ({
    part,
    certainty: "possible" as const,
    reason: "the browser hides some headers",
  }));
  return getContract(spec, new URL(request.url).origin).check({ ...exchange, gaps }).findings;
}

/** The reader may have chosen another server than those of the spec. */
function getContract(spec: string, server: string): Contract {
  const key = `${server} ${spec.length}`;
  const known =
    contracts.get(key) ??
    createContract(
      loadDocument("openapi.json", () => spec),
      { servers: [server] },
    );
  contracts.set(key, known);
  return known;
}
