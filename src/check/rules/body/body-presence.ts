import { canHaveResponseBody, redactText } from "../../../recording/index.js";
import { type MessageDirection, quote, toPrintable } from "../../../schema/index.js";
import { findHeaderPointer, formatBodyName, getBodyPart, getHeadersPart, hasBody, listBodies } from "../bodies.js";
import type { Check, CheckContext } from "../check.js";

/** `request.body.missing`, `response.body.missing`. */
export const bodyMissing: Check = (context, report) => {
  for (const body of listBodies(context)) {
    if (!body.required || hasBody(body)) continue;
    const types = (body.documented ?? []).map(({ range }) => range).join(", ");
    report({
      code: `${body.direction}.body.missing`,
      message: `the ${formatBodyName(body.direction)} is missing; expected ${types}`,
      part: getBodyPart(body.direction),
      at: "",
      contract: body.pointer,
      valueClass: "missing",
      occurrences: 1,
    });
  }
};

/**
 * `request.body.unexpected`, `response.body.unexpected`: there is a body, but the spec documents none.
 * `response.body.undocumented`: the response has only a `description` in the spec; many specs write errors with a body like this.
 */
export const bodyUnexpected: Check = (context, report) => {
  for (const body of listBodies(context)) {
    if (body.documented === undefined || body.documented.length > 0 || !hasBody(body)) continue;
    // Without a recorded body, a Content-Type does not prove that there was one.
    if (context.exchange[body.direction].body.kind === "none") continue;
    const isSilent = body.direction === "response" && isSilentAboutBody(context);
    report({
      code: isSilent ? "response.body.undocumented" : `${body.direction}.body.unexpected`,
      message: `there is a ${formatBodyName(body.direction)}; ${explainNoBody(context, body.direction)}`,
      part: getBodyPart(body.direction),
      at: "",
      contract: body.pointer,
      valueClass: "present",
      occurrences: 1,
    });
  }
};

function isSilentAboutBody({ exchange, response }: CheckContext): boolean {
  return canHaveResponseBody(exchange.request.method, exchange.response.status) && response?.hasContent === false;
}

function explainNoBody({ exchange, response }: CheckContext, side: MessageDirection): string {
  if (side === "request") return "the spec documents none";
  if (exchange.request.method === "HEAD") return "a response to HEAD has none (RFC 9110, section 9.3.2)";
  return `the spec documents none for status ${response?.status}`;
}

/** `request.body.malformed`, `response.body.malformed`. A body that cannot be checked makes the verdict partial. */
export const bodyMalformed: Check = (context, report) => {
  for (const { direction, content, media, pointer } of listBodies(context)) {
    if (content.kind === "not-checked") report({ notValidated: `${formatBodyName(direction)}: ${content.reason}` });
    if (content.kind === "value")
      for (const reason of content.xml?.undecided ?? [])
        report({ notValidated: `${formatBodyName(direction)}: ${toPrintable(reason)}` });
    if (content.kind !== "malformed") continue;
    report({
      code: `${direction}.body.malformed`,
      message: `the ${formatBodyName(direction)} ${content.reason}`,
      part: getBodyPart(direction),
      at: "",
      contract: media?.pointer ?? pointer,
      valueClass: content.mode,
      occurrences: 1,
    });
  }
};

/** `request.content-type.missing`, `response.content-type.missing`, and both with `.undocumented`. */
export const contentType: Check = (context, report) => {
  for (const body of listBodies(context)) {
    if (!hasBody(body) || body.documented === undefined || body.documented.length === 0) continue;
    if (body.contentType !== undefined && body.media !== undefined && body.isNearest !== true) continue;
    const types = body.documented.map(({ range }) => range).join(", ");
    const { headers } = body.direction === "request" ? context.exchange.request : context.exchange.response;
    const place = {
      part: getHeadersPart(body.direction),
      at: findHeaderPointer(headers, "content-type"),
      occurrences: 1,
    };
    if (body.contentType === undefined) {
      // Any type is allowed, also an unknown one.
      if (types === "*/*") continue;
      const message = `the ${formatBodyName(body.direction)} has no Content-Type; expected ${types}`;
      report({
        code: `${body.direction}.content-type.missing`,
        message,
        ...place,
        contract: body.pointer,
        valueClass: "missing",
      });
    } else {
      const shown = redactText(quote(body.contentType));
      const message = `Content-Type ${shown} of the ${formatBodyName(body.direction)} is not documented; expected ${types}`;
      const valueClass = `type ${body.contentType.replace(/;.*$/s, "").trim().toLowerCase().slice(0, 100)}`;
      report({
        code: `${body.direction}.content-type.undocumented`,
        message,
        ...place,
        contract: body.pointer,
        valueClass,
      });
    }
  }
};
