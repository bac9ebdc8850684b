import { isObject, type JsonObject } from "../../document/index.js";
import { readStrictJson } from "../server/strict-json.js";
import { AdminError, type AdminRequest } from "./admin-response.js";

/**
 * The JSON object in the body of a request; an empty body is an object without members.
 *
 * @throws AdminRefusal 400 when it is no such object, or has a member beyond those that are known
 */
export function readJsonObject({ body }: AdminRequest, known?: readonly string[]): JsonObject {
  if (body.length === 0) return {};
  const reading = readStrictJson(body);
  if (reading.kind === "refused") throw new AdminError(400, "INVALID_BODY", reading.reason);
  if (!isObject(reading.value)) throw new AdminError(400, "INVALID_BODY", "the body is to be a JSON object");
  const unknown = Object.keys(reading.value).find((name) => known?.includes(name) === false);
  if (unknown === undefined) return reading.value;
  const shown = JSON.stringify(unknown.slice(0, 60));
  throw new AdminError(400, "INVALID_BODY", `the member ${shown} is not known; there are ${known?.join(", ")}`);
}
