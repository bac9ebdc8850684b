/** A line of the catalogue (reference, section 8) is one attack or several. */
import { expect } from "vitest";
import type { Field } from "./field.js";
import { A } from "./tenants.js";
import type { Request } from "./wire.js";

export type Attack = {
  /** Of the catalogue, such as `J1`. */
  readonly line: string;
  readonly says: string;
  /** Throws when anything was not as expected. */
  readonly does: (field: Field) => Promise<void>;
  /** The attack is one that rightly leaves something: a right request among wrong ones, or one that is harmless. */
  readonly leaves?: true;
};

export type Asked = Request | ((field: Field) => Request | Promise<Request>);

type Outcome = { readonly status?: number | readonly number[]; readonly code?: string };

/** A request that is refused: 400 unless it says otherwise. */
export function refused(line: string, says: string, asked: Asked, { status = 400, code }: Outcome = {}): Attack {
  return {
    line,
    says,
    does: async (field) => {
      const got = await field.send(typeof asked === "function" ? await asked(field) : asked);
      expect([status].flat(), got.text.slice(0, 300)).toContain(got.status);
      if (code !== undefined) expect(got.json.code).toBe(code);
    },
  };
}

/** A request that is no harm: it is answered, and what it has changed is what it says. */
export function answered(line: string, says: string, asked: Asked, status: number | readonly number[] = 200): Attack {
  return { ...refused(line, says, asked, { status }), leaves: true };
}

/** One request that is refused for each of some values. */
export function each<T>(
  line: string,
  values: readonly T[],
  asked: (value: T, field: Field) => Request,
  outcome?: Outcome,
): readonly Attack[] {
  return values.map((value) => refused(line, shown(value), (field) => asked(value, field), outcome));
}

export function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 40)}… (${text.length} characters)` : text;
}

export const ORDERS = `/businesses/${A.businessId}/orders`;
export const TRANSACTIONS = `/businesses/${A.businessId}/transactions`;
export const ORDER = `${ORDERS}/${A.orderIds[0]}`;
/** An order that no attack changes. */
export const UNTOUCHED = `${ORDERS}/${A.orderIds[1]}`;

/** With what every call has, signed in as tenant A. */
export function call({ headers = [], ...request }: Request, { token, nextId }: Field): Request {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const isWrite = !["GET", "HEAD", undefined].includes(request.method);
  const own: readonly (readonly [string, string])[] = [
    ["Api-Version", "1.2"],
    ["Authorization", `Bearer ${token}`],
    ...(isWrite ? [["Service-Request-Id", nextId()] as const, ["Content-Type", "application/json"] as const] : []),
  ];
  return { ...request, headers: [...own.filter(([name]) => !names.has(name.toLowerCase())), ...headers] };
}

export const get = (path: string) => (field: Field) => call({ path }, field);
export const put = (body: Request["body"] | object, path = ORDER) => {
  return (field: Field): Request => call({ method: "PUT", path, body: written(body), echoes: true }, field);
};
export const patch = (body: Request["body"] | object, contentType = "application/json-patch+json") => {
  return (field: Field): Request =>
    call(
      { method: "PATCH", path: ORDER, body: written(body), echoes: true, headers: [["Content-Type", contentType]] },
      field,
    );
};
export const hook = (body: Request["body"] | object) => {
  return (field: Field): Request => call({ method: "POST", path: "/hooks", body: written(body) }, field);
};

/** POST /token with a form, as text or as fields. */
export function tokenForm(form: string | Readonly<Record<string, string>>, headers: Request["headers"] = []): Request {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const own = [
    ["Api-Version", "1.2"],
    ["Content-Type", "application/x-www-form-urlencoded"],
  ] as const;
  return {
    method: "POST",
    path: "/token",
    headers: [...own.filter(([name]) => !names.has(name.toLowerCase())), ...headers],
    body: typeof form === "string" ? form : new URLSearchParams(form).toString(),
  };
}

function written(body: Request["body"] | object): string | Uint8Array {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}
