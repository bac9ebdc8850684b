import { createHmac } from "node:crypto";
import { parseRequestJson, setRequestText } from "../edits.js";
import type { Edit, Edits, FaultResponse, Memory, Message } from "../fault.js";

/** A planted defect, written from the contract and the HTTP specifications without knowledge of the probe's checks. */
export type Defect = Omit<Edits, "isAffected" | "observe"> & {
  readonly id: string;
  readonly service: "sandbox" | "heroes" | "kinto";
  /** Method `WEBHOOK` stands for deliveries. */
  readonly operation: { readonly method: string; readonly path: string };
  /** The methods of the requests that the edits apply to. The default is that of `operation`. */
  readonly methods?: readonly string[];
  /** Other paths whose requests the edits apply to. */
  readonly paths?: readonly string[];
  readonly kind?: string;
  /** What the code or message of a finding says if it names the defect. Without it, only a reader decides. */
  readonly names?: RegExp;
  /** Ids of other operations whose findings count too. */
  readonly alsoOn?: readonly string[];
  readonly title: string;
  /** The statement that the defect violates. */
  readonly breaks: string;
};

/** Edits of defects by their ids: each that a defect has alone, and `several` of one. */
export type EditsById = { readonly [Name in keyof Edits]?: Readonly<Record<string, Edit<Name>>> } & {
  readonly several?: Readonly<Record<string, Edits>>;
};

/** Returns the edits of a defect. `onProvoked` is called when one of them really changes something. */
export function createEdits(defect: Defect, onProvoked: () => void): Edits {
  const { request, response, instead, delivery, reset, endless, operation } = defect;
  const base = defect.service === "kinto" ? "/v1" : "";
  const paths = [operation.path, ...(defect.paths ?? [])].map((it) => it.replaceAll(/\{\w+\}/g, "[^/]+"));
  const path = new RegExp(`^${base}(${paths.join("|")})$`);
  const methods = defect.methods ?? [operation.method];
  const report = (hasChanged: boolean): void => {
    if (hasChanged) onProvoked();
  };
  return {
    isAffected: ({ method, target }) => methods.includes(method) && path.test(target.split("?", 1)[0] ?? ""),
    observe: rememberSecret,
    request: (message, memory) => {
      const before = JSON.stringify(message);
      request?.(message, memory);
      report(JSON.stringify(message) !== before);
    },
    instead: (message, memory) => {
      const replaced = instead?.(message, memory);
      report(replaced !== undefined);
      return replaced;
    },
    response: (it, message, memory) => {
      const before = summarize(it);
      response?.(it, message, memory);
      report(summarize(it) !== before);
    },
    reset: (message) => {
      const isReset = reset?.(message) === true;
      report(isReset);
      return isReset;
    },
    endless: (message) => {
      const isEndless = endless?.(message) === true;
      report(isEndless);
      return isEndless;
    },
    delivery: async (message, memory) => {
      const before = JSON.stringify(message);
      const verdict = await delivery?.(message, memory);
      report(verdict === false || JSON.stringify(message) !== before);
      return verdict === false ? false : undefined;
    },
  };
}

function summarize({ status, headers, body }: FaultResponse): string {
  const { "content-length": _, ...others } = headers;
  const text = body.toString("latin1");
  try {
    return JSON.stringify([status, others, JSON.parse(text)]);
  } catch {
    return JSON.stringify([status, others, text]);
  }
}

function rememberSecret(message: Message, memory: Memory): void {
  const secret = parseRequestJson(message)?.secret;
  if (typeof secret === "string") memory.set("secret", secret);
}

/** Edits the event of a delivery and signs it again with the secret of the latest registration. */
export function editEvent(edit: (event: Record<string, unknown>) => void): Edit<"delivery"> {
  return (message, memory) => {
    const event = parseRequestJson(message) as Record<string, unknown>;
    edit(event);
    setRequestText(message, JSON.stringify(event));
    signDelivery(message, memory.get("secret"));
  };
}

/** Signs a delivery, unless no secret is known. */
export function signDelivery({ headers, body }: Message, secret: unknown): void {
  if (typeof secret === "string")
    headers["service-webhook-signature"] = createHmac("sha1", secret).update(body, "latin1").digest("base64");
}
