import { isDeepStrictEqual } from "node:util";
import { type Json, parseRequestJson, setRequestJson } from "../../edits.js";
import type { Edits, FaultResponse, Message } from "../../fault.js";
import { readObject } from "../second/edits-of-second.js";

type Edit<Name extends keyof Edits> = NonNullable<Edits[Name]>;

/** Edits values of the order that a request records, at any depth. */
export function editValues(edit: (value: Json) => Json): Edit<"request"> {
  return (message) => {
    const order = readObject(message);
    if (order === undefined) return;
    const edited = JSON.parse(JSON.stringify(order, (_name, value: Json) => edit(value)));
    if (!isDeepStrictEqual(edited, order)) setRequestJson(message, edited);
  };
}

/** The operations of a JSON Patch; empty if the body is none. */
export function readOperations(message: Message): readonly Json[] {
  const json: Json = parseRequestJson(message);
  return Array.isArray(json) && json.every((it) => typeof it === "object" && it !== null) ? json : [];
}

/** Returns the JSON object of a successful response. */
export function readSuccess({ status, body }: FaultResponse): Json | undefined {
  return status < 300 && body.length > 0 ? JSON.parse(body.toString()) : undefined;
}

export function copyResponse(response: FaultResponse): FaultResponse {
  return { ...response, headers: { ...response.headers } };
}

export function isObject(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The claims of a JSON Web Token, or undefined if it is none. */
export function readClaims(token: string): Json | undefined {
  try {
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  } catch {
    return undefined;
  }
}
