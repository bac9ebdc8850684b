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

/** Tells of one call what does not satisfy the contract; the call goes on whatever it says, unless who hears of it throws. */
export type Judge = {
  /** What was given, and the headers and the text that it is sent as. */
  readonly request: (operation: string, given: Given, headers: Headers, text: string | undefined) => void;
  readonly response: (operation: string, result: AnyResult) => void;
};

type Given = { readonly params?: Params | undefined; readonly body?: unknown };

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
 * Loads the compiled validators, which is the only time that they are, and holds calls against them.
 *
 * They know what is valid: parameters, bodies by content type, statuses. They take properties and values of open
 * enumerations that the contract has not heard of; `commerce-contract/gate` tells those too.
 */
export async function loadJudge(onDrift: (drift: Drift) => void): Promise<Judge> {
  const { validators } = await import("../../generated/validators.js");
  // Every operation has a row, and every row is a tree of such functions.
  const rows = validators as unknown as Readonly<Record<string, Validators>>;
  const judging = (operation: string, side: Drift["side"]) => {
    const tell = (place: string, message: string) =>
      onDrift({ operation: operation as CallName, side, place, message });
    const judge = (place: string, validator: Validator | undefined, value: unknown, missing: string) => {
      if (validator === undefined) return tell(place, missing);
      if (validator(value)) return;
      for (const { instancePath, message = "is not valid" } of validator.errors ?? [])
        tell(place + instancePath, message);
    };
    return { tell, judge };
  };
  return {
    request: (operation, { params = {}, body: given }, headers, text) => {
      const { judge } = judging(operation, "request");
      const { parameters, request = {} } = rows[operation] ?? {};
      for (const [place, name, value] of givenIn(params)) {
        // As it is sent.
        const said = value instanceof Date ? value.toISOString().replace(/\.\d+/, "") : value;
        judge(`/${place}/${name}`, parameters?.[place]?.[name], said, "is not a parameter of the operation");
      }
      if (text === undefined) return;
      const contentType = headers.get("content-type") ?? "";
      // A body as the service will read it: what JSON leaves out is not there.
      const body = contentType.endsWith("json") ? JSON.parse(text) : given;
      const validator = request[contentType];
      const accepted = Object.keys(request).join(" or ") || "none, as there is no body";
      judge(validator ? "/body" : "/content-type", validator, body, `must be ${accepted}`);
    },
    response: (operation, result) => {
      const { tell, judge } = judging(operation, "response");
      const { responses = {} } = rows[operation] ?? {};
      const { status, response } = result;
      const row = responses[status];
      if (row === undefined) return tell("/status", `must be one of ${Object.keys(responses).join(", ")}`);
      const body = result.ok ? result.data : result.error;
      if (body === undefined) return;
      const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
      const validator = row[type];
      judge(validator ? "/body" : "/content-type", validator, body, `must be ${Object.keys(row).join(" or ")}`);
    },
  };
}

function givenIn(params: Params): (readonly [place: string, name: string, value: unknown])[] {
  return PLACES.flatMap((place) =>
    Object.entries(params[place] ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[place, name, value] as const],
    ),
  );
}
