import type { Operation } from "../../document/index.js";
import { createRouter, type Match, type Router } from "../../match/index.js";
import type { AppContext } from "../context/app-context.js";
import { createErrorResponse, type ServiceResponse } from "../context/request-context.js";
import type { ReceivedRequest, ServiceAddress } from "../server/read-request.js";

/** A request and the operation it matches. */
export type LocatedRequest = {
  readonly request: ReceivedRequest;
  readonly operation?: Operation;
  /** Raw values of the path parameters. */
  readonly path: ReadonlyMap<string, string>;
  /** The response to a request that matches no operation. */
  readonly refusal?: ServiceResponse;
};

/** Only the path is matched: a sandbox serves the base URLs of the spec on any host. */
const ANY_ORIGIN = "http://sandbox.invalid";

/** Creates a function that finds the operation of a request among those of the address that received it. */
export function createLocator(
  operations: readonly Operation[],
  app: Pick<AppContext, "baseUrl" | "billingUrl">,
): (request: ReceivedRequest) => LocatedRequest {
  const routers = createRouters(operations);
  return (request) => {
    const locate = (router: Router): LocatedRequest =>
      locateRequest(router.match(request.method, `${ANY_ORIGIN}${request.target}`), request);
    const { address } = request;
    const located = locate(routers[address ?? "both"]);
    if (address === undefined || located.operation !== undefined || located.refusal !== undefined) return located;
    const elsewhere = locate(routers.both);
    if (elsewhere.operation === undefined && elsewhere.refusal === undefined) return located;
    return { request, path: elsewhere.path, refusal: createOtherAddressResponse(address, app) };
  };
}

type Routers = Readonly<Record<ServiceAddress | "both", Router>>;

/** The operations of the billing service have a server variable of their own. */
function createRouters(operations: readonly Operation[]): Routers {
  const isBilling = ({ servers }: Operation): boolean =>
    servers.some(({ variables }) => Object.hasOwn(variables, "billingUrl"));
  return {
    both: createRouter(operations, [ANY_ORIGIN]),
    billing: createRouter(operations.filter(isBilling), [ANY_ORIGIN]),
    service: createRouter(
      operations.filter((operation) => !isBilling(operation)),
      [ANY_ORIGIN],
    ),
  };
}

function createOtherAddressResponse(
  address: ServiceAddress,
  app: Pick<AppContext, "baseUrl" | "billingUrl">,
): ServiceResponse {
  const [here, there, url] =
    address === "service"
      ? ["service", "billing service", app.billingUrl()]
      : ["billing service", "service", app.baseUrl()];
  return createErrorResponse(404, "UNKNOWN_PATH", `the ${here} has no such path; the ${there} has it: ${url}`);
}

/** Stricter than the checker: refuses a trailing slash and a target that is not a path. */
function locateRequest(match: Match, request: ReceivedRequest): LocatedRequest {
  const target = request.target.split("?", 1)[0] ?? "";
  const path = new Map<string, string>();
  if (!target.startsWith("/") || target.startsWith("//") || target.endsWith("/") || request.target.includes("#"))
    return { request, path };
  if (match.kind === "operation") return { request, operation: match.operation, path: match.path };
  if (match.kind !== "method") return { request, path };
  const allowed = match.methods.join(", ");
  const refusal = createErrorResponse(405, "UNKNOWN_METHOD", `the spec has ${allowed} on ${match.template}`);
  return { request, path, refusal: { ...refusal, headers: { Allow: allowed } } };
}
