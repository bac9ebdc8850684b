/** The attacks for a line of the catalogue (reference, section 8). */
import { expect } from "vitest";
import type { AttackedSandbox } from "./attacked-sandbox.js";
import type { RawRequest } from "./raw-http.js";
import { A } from "./tenants.js";

export type Attack = {
  /** Line of the catalogue, such as `J1`. */
  readonly line: string;
  readonly title: string;
  /** Throws when the result is not as expected. */
  readonly run: (field: AttackedSandbox) => Promise<void>;
  /** Whether the attack may change state: it contains a valid request or is harmless. */
  readonly hasEffect?: true;
};

export type AttackRequest = RawRequest | ((field: AttackedSandbox) => RawRequest | Promise<RawRequest>);

type Outcome = { readonly status?: number | readonly number[]; readonly code?: string };

/** A request that is rejected, with 400 by default. */
export function refused(
  line: string,
  title: string,
  request: AttackRequest,
  { status = 400, code }: Outcome = {},
): Attack {
  return {
    line,
    title,
    run: async (field) => {
      const got = await field.send(typeof request === "function" ? await request(field) : request);
      expect([status].flat(), got.text.slice(0, 300)).toContain(got.status);
      if (code !== undefined) expect(got.json.code).toBe(code);
    },
  };
}

/** A harmless request that succeeds and changes only what it should. */
export function responded(
  line: string,
  title: string,
  request: AttackRequest,
  status: number | readonly number[] = 200,
): Attack {
  return { ...refused(line, title, request, { status }), hasEffect: true };
}

/** One rejected request for each value. */
export function refusedEach<T>(
  line: string,
  values: readonly T[],
  request: (value: T, field: AttackedSandbox) => RawRequest,
  outcome?: Outcome,
): readonly Attack[] {
  return values.map((value) => refused(line, shown(value), (field) => request(value, field), outcome));
}

export function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 40)}… (${text.length} characters)` : text;
}

export const ORDERS = `/businesses/${A.businessId}/orders`;
export const TRANSACTIONS = `/businesses/${A.businessId}/transactions`;
export const ORDER = `${ORDERS}/${A.orderIds[0]}`;
/** An order that attacks must not change. */
export const UNTOUCHED = `${ORDERS}/${A.orderIds[1]}`;

/** A request with the common headers, signed in as tenant A. */
export function call({ headers = [], ...request }: RawRequest, { token, nextId }: AttackedSandbox): RawRequest {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const isWrite = !["GET", "HEAD", undefined].includes(request.method);
  const own: readonly (readonly [string, string])[] = [
    ["Api-Version", "1.2"],
    ["Authorization", `Bearer ${token}`],
    ...(isWrite ? [["Service-Request-Id", nextId()] as const, ["Content-Type", "application/json"] as const] : []),
  ];
  return { ...request, headers: [...own.filter(([name]) => !names.has(name.toLowerCase())), ...headers] };
}

export const get = (path: string) => (field: AttackedSandbox) => call({ path }, field);
export const put = (body: RawRequest["body"] | object, path = ORDER) => {
  return (field: AttackedSandbox): RawRequest =>
    call({ method: "PUT", path, body: formatBody(body), echoes: true }, field);
};
export const patch = (body: RawRequest["body"] | object, contentType = "application/json-patch+json") => {
  return (field: AttackedSandbox): RawRequest =>
    call(
      { method: "PATCH", path: ORDER, body: formatBody(body), echoes: true, headers: [["Content-Type", contentType]] },
      field,
    );
};
export const hook = (body: RawRequest["body"] | object) => {
  return (field: AttackedSandbox): RawRequest =>
    call({ method: "POST", path: "/hooks", body: formatBody(body) }, field);
};

/** POST /token with a form as text or fields. */
export function tokenForm(
  form: string | Readonly<Record<string, string>>,
  headers: RawRequest["headers"] = [],
): RawRequest {
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

function formatBody(body: RawRequest["body"] | object): string | Uint8Array {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}
