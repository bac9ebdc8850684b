import { isObject, type Json, type JsonObject, joinPointer, parentPointer, valueAt } from "../../../document/index.js";
import { isSensitive } from "../../../schema/index.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { checkServiceResponse, checkValidRejected } from "../../checks/response.js";
import { checkSignInForm, checkWrongSignIn } from "../../checks/token.js";
import type { CaseEdit, CaseRequest } from "../../requests/probe-case.js";
import { replaceCharacter } from "../../requests/serialize-request.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";

/** Sends each secret of a sign-in with one character changed. */
export async function signInWrongly(
  { document }: ScenarioContext,
  { operation, request }: ProbeExchange,
  { send, report }: Pick<TaskSession, "send" | "report">,
): Promise<void> {
  const { body } = request;
  if (body === undefined || !("value" in body) || !isObject(body.value as Json)) return;
  const schema = operation.requestBody?.content.find(({ range }) => range === body.contentType)?.schema;
  for (const [name, value] of Object.entries(body.value as JsonObject)) {
    const at = joinPointer("", name);
    if (typeof value !== "string" || value.length < 4 || schema === undefined) continue;
    if (
      !isSensitive(getGenerationContext({ document }).schemas, schema, at) &&
      !SECRET_NAME.test(name) &&
      !GRANT_NAME.test(name)
    )
      continue;
    const isGrant = GRANT_NAME.test(name);
    const what = isGrant ? `${name} is unknown` : `${name} differs in one character`;
    const edit: CaseEdit = { part: "body", at, contract: schema, what };
    const change = (it: Json): Json => (isGrant ? "urn:example:unknown" : replaceCharacter(String(it)));
    const transform = (fresh: CaseRequest): CaseRequest =>
      changeBody(fresh, (it) => ({ ...it, [name]: change(it[name] ?? null) }));
    const result = await send({ operation, request, edit, expect: "open", transform });
    report(result, checkServiceResponse(result));
    report(result, checkWrongSignIn(result));
  }
}

export const GRANT_NAME = /^grant_?type$/i;
const SECRET_NAME = /password|secret|assertion|passcode|^pin$/i;

/**
 * Sends an OAuth grant as JSON, where the spec has forms only, in the query, and with a parameter twice: all are invalid (RFC 6749,
 * sections 2.3.1, 3.2 and 4).
 */
export async function signInInOtherForms(
  { document, operation, request }: ProbeExchange,
  { send, report }: Pick<TaskSession, "send" | "report">,
): Promise<void> {
  const { body } = request;
  const content = operation.requestBody?.content ?? [];
  const isForm = body?.contentType === "application/x-www-form-urlencoded" && "value" in body;
  const value = isForm ? (body.value as Json) : undefined;
  if (!isObject(value) || !Object.keys(value).some((name) => GRANT_NAME.test(name))) return;
  const forms = Object.keys(value)
    .filter((name) => SECRET_NAME.test(name))
    .flatMap((name): SignInForm[] => {
      const put = (own: (it: Json) => Json) => (fresh: CaseRequest) =>
        changeBody(fresh, (it) => ({ ...it, [name]: own(it[name] ?? null) }));
      return [
        { at: name, what: `${name} is sent twice, first with a wrong value`, transform: put((it) => ["wrong", it]) },
        { at: name, what: `${name} is sent twice, last with a wrong value`, transform: put((it) => [it, "wrong"]) },
      ];
    });
  if (!content.some(({ range }) => /json/i.test(range) || range === "*/*"))
    forms.push({ at: "", what: "the form is sent as application/json", transform: toJson });
  const defined = valueAt(document.root, parentPointer(operation.pointer));
  forms.push({ at: "", what: "the form is sent in the query", transform: toQuery });
  if (isObject(defined) && defined.get === undefined)
    forms.push({ at: "", what: "the form is sent in the query of a GET", method: "GET", transform: toQuery });
  for (const { at, what, method, transform } of forms) {
    const edit: CaseEdit = {
      part: "body",
      at: at === "" ? "" : joinPointer("", at),
      contract: operation.pointer,
      what,
    };
    const result = await send({ operation, request, edit, expect: "open", transform, ...(method && { method }) });
    report(result, checkServiceResponse(result));
    report(result, checkSignInForm(result));
  }
}

/** Sends a form whose media type has a parameter, which is the same type (RFC 9110, section 8.3.1). */
export async function signInWithCharset(
  { operation, request }: ProbeExchange,
  { send, report }: Pick<TaskSession, "send" | "report">,
): Promise<void> {
  const type = "application/x-www-form-urlencoded";
  if (request.body?.contentType !== type) return;
  const contentType = `${type}; charset=utf-8`;
  const transform = (fresh: CaseRequest): CaseRequest => {
    const { body } = fresh;
    const value = body !== undefined && "value" in body ? (body.value as JsonObject) : {};
    const form = new URLSearchParams(Object.entries(value).map(([name, it]): [string, string] => [name, String(it)]));
    return { ...fresh, body: { contentType, text: form.toString() } };
  };
  const what = `the form sent as ${contentType} (RFC 9110, section 8.3.1)`;
  const edit: CaseEdit = { part: "content-type", at: "", contract: operation.pointer, what };
  const sendForm = (): Promise<ProbeExchange> => send({ operation, request, edit, expect: "open", transform });
  const result = await sendForm();
  report(result, checkServiceResponse(result));
  if (isAccepted(result)) return;
  const before = await send({ operation, request });
  const again = await sendForm();
  report(result, checkValidRejected(before, result, again, await send({ operation, request })));
}

type SignInForm = {
  readonly at: string;
  readonly what: string;
  readonly method?: string;
  readonly transform: (fresh: CaseRequest) => CaseRequest;
};

function toQuery({ body, ...request }: CaseRequest): CaseRequest {
  const value = body !== undefined && "value" in body ? (body.value as JsonObject) : {};
  return { ...request, query: { ...request.query, ...value } };
}

function toJson(request: CaseRequest): CaseRequest {
  const { body } = request;
  if (body === undefined || !("value" in body)) return request;
  return { ...request, body: { contentType: "application/json", text: JSON.stringify(body.value) } };
}

function changeBody(request: CaseRequest, change: (value: JsonObject) => JsonObject): CaseRequest {
  const { body } = request;
  const value = body !== undefined && "value" in body ? (body.value as Json) : undefined;
  return body === undefined || !isObject(value) ? request : { ...request, body: { ...body, value: change(value) } };
}
