import { asObject, memoizeByObject, type Operation, valueAt } from "../../document/index.js";
import { getListFacts, listBodyFields } from "../../resources/index.js";
import { canHaveSensitiveProperty, type Schemas } from "../../schema/index.js";
import { bodyInvalid, bodyMalformed, bodyMissing, bodyUnexpected, contentType } from "./body.js";
import { bodyDrift } from "./body-drift.js";
import type { Check } from "./check.js";
import { headerUndeclared, responseHeader, statusUndocumented } from "./head.js";
import { checkListing } from "./listing.js";
import {
  parameterDrift,
  parameterInvalid,
  parameterMissing,
  pathAmbiguous,
  queryUndeclared,
  trailingSlash,
} from "./request.js";
import { checkCredentialForm, checkSecurity, listCredentialForms } from "./security.js";
import { checkSelections } from "./selection.js";
import { checkReplay, checkReturned, secretShown } from "./values.js";
import { webhookLate } from "./webhook.js";

/** The checks that look at each parameter separately, independently of the rest of the exchange. */
export const PARAMETER_CHECKS: readonly Check[] = [parameterMissing, parameterInvalid, parameterDrift];

/** The checks that compare values of the bodies, beyond what their schemas say; of lists only the number of items. */
export const STATED_CHECKS: readonly Check[] = [checkListing, secretShown];

/** Whether checks of an operation compare values of both messages, so that exchanges of it are not alike. */
export function hasMessageComparison(schemas: Schemas, operation: Operation): boolean {
  return getMessageComparison(schemas)(operation);
}

const getMessageComparison = memoizeByObject((schemas: Schemas) =>
  memoizeByObject((operation: Operation) => {
    const { pointer, security, requestBody, responses } = operation;
    const bodies = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
    if (bodies.some(({ schema }) => listCredentialForms(schemas, schema).size > 0)) return true;
    const stated = Object.keys(asObject(valueAt(schemas.root, pointer)) ?? {});
    const hasForm = security.flat().some(({ scheme }) => scheme?.value["x-pattern"] !== undefined);
    const isAskedByBody =
      getListFacts(schemas.document, operation) !== undefined && listBodyFields(schemas.document, operation).length > 0;
    return hasForm || isAskedByBody || stated.some((it) => MESSAGE_KEYWORDS.has(it));
  }),
);

const MESSAGE_KEYWORDS: ReadonlySet<string> = new Set(["x-returns-sent", "x-registers-webhooks", "x-security-when"]);

/** Whether `STATED_CHECKS` compare values of the bodies of an operation. */
export function hasBodyComparison(schemas: Schemas, operation: Operation): boolean {
  if (getListFacts(schemas.document, operation) !== undefined) return true;
  const sent = (operation.requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []);
  return sent.some((it) => canHaveSensitiveProperty(schemas, it));
}

/** All checks of an exchange with a documented operation, in the order of the report. */
export const CHECKS: readonly Check[] = [
  pathAmbiguous,
  trailingSlash,
  parameterMissing,
  parameterInvalid,
  parameterDrift,
  queryUndeclared,
  checkSecurity,
  statusUndocumented,
  responseHeader,
  headerUndeclared,
  contentType,
  bodyMissing,
  bodyUnexpected,
  bodyMalformed,
  bodyInvalid,
  bodyDrift,
  ...STATED_CHECKS,
  checkSelections,
  checkReturned,
  checkReplay,
  checkCredentialForm,
];

/**
 * The checks of webhooks. The listener chooses the URL and its query; the security requirements of the spec apply to API
 * clients only.
 */
export const WEBHOOK_CHECKS: readonly Check[] = [
  ...CHECKS.filter((check) => ![pathAmbiguous, trailingSlash, queryUndeclared, checkSecurity].includes(check)),
  webhookLate,
];
