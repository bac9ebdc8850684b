import { isObject, type JsonObject } from "../../document/index.js";
import { readStrictJson } from "../server/strict-json.js";
import { AdminError, type AdminRequest } from "./admin-response.js";

/**
 * Parses the body of a request as a JSON object. An empty body is an empty object.
 *
 * @param known names of the allowed members; any when undefined
 * @throws AdminError 400 when the body is no JSON object or has an unknown member
 */
export function readJsonObject({ body }: AdminRequest, known?: readonly string[]): JsonObject {
  if (body.length === 0) return {};
  const reading = readStrictJson(body);
  if (reading.kind === "refused") throw new AdminError(400, "INVALID_BODY", reading.reason);
  if (!isObject(reading.value)) throw new AdminError(400, "INVALID_BODY", "the body must be a JSON object");
  const unknown = Object.keys(reading.value).find((name) => known?.includes(name) === false);
  if (unknown === undefined) return reading.value;
  const name = JSON.stringify(unknown.slice(0, 60));
  throw new AdminError(400, "INVALID_BODY", `unknown member ${name}; expected ${known?.join(", ")}`);
}
