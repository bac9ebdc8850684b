import type { ResponseDefinition } from "../document/index.js";

/** Returns the documented response for a status code: exact code, then range such as `2XX`, then `default`. */
export function pickResponse(responses: readonly ResponseDefinition[], status: number): ResponseDefinition | undefined {
  const code = String(status);
  const range = `${code.charAt(0)}XX`;
  return (
    responses.find((response) => response.status === code) ??
    responses.find((response) => response.status.toUpperCase() === range) ??
    responses.find((response) => response.status === "default")
  );
}
