import { getCombinedHeader } from "../../../exchange/index.js";
import { toPrintable } from "../../../schema/index.js";
import { defineRule } from "../rule.js";

/**
 * Checks that a valid request gets no redirect that the spec lacks. A redirect of the same path to another host or scheme, or
 * to a sign-in page, is infrastructure.
 */
export const checkRedirect = defineRule((result) => {
  const { edit, operation, exchange } = result;
  const { request, response } = exchange;
  const status = String(response.status);
  const isRedirect = ["301", "302", "303", "307", "308"].includes(status);
  const isDocumented = operation.responses.some((it) => it.status === status || it.status.toUpperCase() === "3XX");
  const location = getCombinedHeader(response.headers, "location") ?? "";
  if (edit !== undefined || !isRedirect || isDocumented || !URL.canParse(location, request.url)) return undefined;
  const [from, to] = [new URL(request.url), new URL(location, request.url)];
  if (from.origin !== to.origin || /\b(log|sign)-?_?in\b|\bauth/i.test(to.pathname)) return undefined;
  const message = `status ${status} is not documented: a valid request is redirected to ${toPrintable(to.pathname)}`;
  return result.fail("response.status.undocumented", message, status, { part: "response.status" });
});
