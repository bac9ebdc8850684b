/** `commerce-contract/validate`: validates the calls of a client against the spec. */

import type { CallError } from "./call-error.js";
import type { CallValidator } from "./calls/call-context.js";
import type { CallParams } from "./calls/call-settings.js";
import { chooseByType } from "./calls/media-types.js";
import type { AnyResult } from "./calls/result.js";
import type { GeneratedValidator, Table, ValidatorTable } from "./integrations/standard-schema.js";

/** One part of a request or a response that contradicts the spec. */
export type CallViolation = {
  readonly operation: string;
  readonly direction: "request" | "response";
  /** JSON Pointer to the part: `/query/limit`, `/body/orders/0/id`, `/status` or `/content-type`. */
  readonly pointer: string;
  /** What the spec requires there. The message never holds the value. */
  readonly message: string;
};

export type ValidateCallsOptions = {
  /**
   * The table `validators` of `commerce-contract/validators`, or some of its operations: `{ getOrder, listOrders }`.
   */
  readonly validators: OperationValidators;
  /** Called for every violation. The call goes on, unless this function throws. */
  readonly onViolation: (violation: CallViolation) => void;
};

export type OperationValidators = Table<ValidatorTable<ValueValidator>>;

type ValueValidator = GeneratedValidator & {
  /** Exists for streams: passes the items on, and reports the errors of each. */
  readonly watch?: (items: AsyncIterable<unknown>, report: ReportViolation, path: string) => AsyncIterable<unknown>;
};

type ReportViolation = (pointer: string, message: string) => void;

/**
 * Validates parameters, bodies, statuses and content types of every call of the given operations, and reports
 * violations. Does not report undocumented properties or enum values not listed in an extensible enum;
 * `commerce-contract/check` reports those.
 *
 * @example
 * const validate = validateCalls({ validators, onViolation: ({ pointer, message }) => console.warn(pointer, message) });
 * const client = createClient({ baseUrl, signIn, validate });
 */
export function validateCalls({ validators, onViolation }: ValidateCallsOptions): CallValidator {
  return async (operation, given, sent, call) => {
    if (!Object.hasOwn(validators, operation)) return call();
    const row = validators[operation] as ValidatorRow;
    const reportIn =
      (direction: CallViolation["direction"]): ReportViolation =>
      (pointer, message) =>
        onViolation({ operation, direction, pointer, message });
    checkParameters(row, given.params ?? {}, reportIn("request"));
    checkBody(row, given.body, sent, reportIn("request"));
    const result = await call();
    return checkResponse(row, result, reportIn("response"));
  };
}

type ValidatorRow = OperationValidators[string];

function checkParameters({ parameters }: ValidatorRow, params: CallParams, report: ReportViolation): void {
  for (const location of ["path", "query", "header"] as const) {
    for (const [name, value] of Object.entries(params[location] ?? {})) {
      if (value === undefined) continue;
      // Validates the value as sent: a URL has the same text for a number and its digits.
      const text = value instanceof Date ? value.toISOString().replace(/\.\d+/, "") : value;
      const validator = parameters?.[location]?.[name];
      const pointer = `/${location}/${name}`;
      if (!validator) report(pointer, "is not a parameter");
      else if (typeof text !== "string" || !text.trim() || !validator(Number(text)))
        checkValue(validator, text, pointer, report);
    }
  }
}

function checkBody(
  { request = {} }: ValidatorRow,
  given: unknown,
  sent: Parameters<CallValidator>[2],
  report: ReportViolation,
): void {
  if (sent.body === undefined) return;
  // The platform adds the content type of a form.
  const contentType = sent.headers.get("content-type") ?? "multipart/form-data";
  // Validates the body as the service reads it: JSON omits undefined members.
  const body = /[/+]json$/.test(contentType) && typeof sent.body === "string" ? JSON.parse(sent.body) : given;
  checkValue(findByType(request, contentType, report), body, "/body", report);
}

/** Returns the result, whose data is a watched stream if it is a stream. */
function checkResponse({ responses = {} }: ValidatorRow, result: AnyResult, report: ReportViolation): AnyResult {
  const { status, response } = result;
  const row = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default;
  const value = result.ok ? result.data : result.error;
  // An error that is not JSON is a CallError with the text.
  const body = value instanceof Error ? (value as CallError).body : value;
  if (!row) report("/status", formatExpected(responses));
  if (!row || body === undefined) return result;
  const validator = findByType(row, response.headers.get("content-type"), report);
  if (!(Symbol.asyncIterator in Object(body))) checkValue(validator, body, "/body", report);
  // Only data is a stream, not an error.
  else if (validator?.watch) return { ...result, data: validator.watch(body as never, report, "/body") } as AnyResult;
  return result;
}

/** The validator of a media type. Reports a type that the spec does not have. */
function findByType(
  content: Table<ValueValidator>,
  contentType: string | null,
  report: ReportViolation,
): ValueValidator | undefined {
  const validator = chooseByType(content, contentType);
  if (!validator) report("/content-type", formatExpected(content));
  return validator;
}

function formatExpected(table: Table<unknown>): string {
  return `must be ${Object.keys(table).join(" or ") || "absent"}`;
}

function checkValue(
  validator: ValueValidator | undefined,
  value: unknown,
  pointer: string,
  report: ReportViolation,
): void {
  // Bytes, and a stream that the caller wrote, are not read.
  if (!validator || value instanceof Blob || (validator.watch && !Array.isArray(value)) || validator(value)) return;
  for (const { instancePath, message = "is not valid" } of validator.errors ?? []) {
    const at = instancePath.split("/").reduce((it, name) => (name ? Object(it)[name] : it), value);
    // A file in a form is a Blob or bytes, where OpenAPI 3.0 has a string.
    const isFile = at instanceof Blob || ArrayBuffer.isView(at);
    if (!isFile) report(pointer + instancePath, message);
  }
}
