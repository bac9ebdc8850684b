import type { CallName } from "./operation-types.js";
import type { AnyResult } from "./result.js";
import type { Params } from "./transport.js";

/** One part of a request or an answer that does not satisfy the contract. */
export type Drift = {
  readonly operation: CallName;
  readonly side: "request" | "response";
  /** Where in it: `/query/limit`, `/body/orders/0/id`, `/status` or `/content-type`. */
  readonly place: string;
  /** What the contract asks for there, without the value. */
  readonly message: string;
};

/** What was given, and the headers and the text that it is sent as. */
type Given = readonly [
  options: { readonly params?: Params | undefined; readonly body?: unknown },
  init: { readonly headers: Headers; readonly body?: string | undefined },
];

type Validator = {
  (value: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
};

type Validators = {
  readonly parameters?: Readonly<Record<string, Readonly<Record<string, Validator>>>>;
  readonly request?: Readonly<Record<string, Validator>>;
  readonly responses?: Readonly<Record<string, Readonly<Record<string, Validator>>>>;
};

const PLACES = ["path", "query", "header"] as const;

/**
 * Tells of one call what does not satisfy the contract; the call goes on whatever it says, unless who hears of it throws.
 *
 * The compiled validators, which only this loads, know what is valid: parameters, bodies by content type, statuses. They
 * take properties and values of open enumerations that the contract has not heard of; `commerce-contract/gate` tells those
 * too.
 */
export async function judged(
  { onDrift }: { readonly onDrift?: ((drift: Drift) => void) | undefined },
  operation: string,
  given: Given,
  call: () => Promise<AnyResult>,
): Promise<AnyResult> {
  const { validators } = await import("../../generated/validators.js");
  // Every operation has a row, and every row is a tree of such functions.
  const row = (validators as unknown as Readonly<Record<string, Validators>>)[operation] ?? {};
  const telling =
    (side: Drift["side"]): Tell =>
    (place, message) =>
      onDrift?.({ operation: operation as CallName, side, place, message });
  judgeRequest(row, given, telling("request"));
  const result = await call();
  judgeResponse(row, result, telling("response"));
  return result;
}

type Tell = (place: string, message: string) => void;

function judgeRequest(
  { parameters, request = {} }: Validators,
  [{ params = {}, body: given }, { headers, body: text }]: Given,
  tell: Tell,
): void {
  for (const [place, name, value] of givenIn(params)) {
    // As it is sent.
    const said = value instanceof Date ? value.toISOString().replace(/\.\d+/, "") : value;
    const validator = parameters?.[place]?.[name];
    if (validator) judge(validator, said, `/${place}/${name}`, tell);
    else tell(`/${place}/${name}`, "is not a parameter of the operation");
  }
  if (text === undefined) return;
  const contentType = headers.get("content-type") ?? "";
  // A body as the service will read it: what JSON leaves out is not there.
  const body = contentType.endsWith("json") ? JSON.parse(text) : given;
  const validator = request[contentType];
  if (validator) judge(validator, body, "/body", tell);
  else tell("/content-type", `must be ${Object.keys(request).join(" or ") || "none, as there is no body"}`);
}

function judgeResponse({ responses = {} }: Validators, result: AnyResult, tell: Tell): void {
  const { status, response } = result;
  const row = responses[status];
  if (row === undefined) {
    tell("/status", `must be one of ${Object.keys(responses).join(", ")}`);
    return;
  }
  const body = result.ok ? result.data : result.error;
  if (body === undefined) return;
  const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const validator = row[type];
  if (validator) judge(validator, body, "/body", tell);
  else tell("/content-type", `must be ${Object.keys(row).join(" or ")}`);
}

function judge(validator: Validator, value: unknown, place: string, tell: Tell): void {
  if (validator(value)) return;
  for (const { instancePath, message = "is not valid" } of validator.errors ?? []) tell(place + instancePath, message);
}

function givenIn(params: Params): (readonly [place: string, name: string, value: unknown])[] {
  return PLACES.flatMap((place) =>
    Object.entries(params[place] ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[place, name, value] as const],
    ),
  );
}
