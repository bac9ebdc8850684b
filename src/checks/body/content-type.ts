import { redactText } from "../../exchange/index.js";
import { quote } from "../../schema/index.js";
import { formatBodyName, getHeadersPart, hasBody, listBodies } from "../bodies.js";
import type { Check } from "../check.js";
import { findHeaderPointer } from "../part-pointer.js";

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
