import { redactText } from "../exchange/index.js";
import { quote } from "../schema/index.js";
import { bodyName, bodySides, headersPart, isPresent } from "./body-sides.js";
import type { Check } from "./check.js";
import { headerAt } from "./parameter-place.js";

/** `request.content-type.missing`, `response.content-type.missing`, and the same `.undocumented`. */
export const contentType: Check = function* (subject) {
  for (const body of bodySides(subject)) {
    if (!isPresent(body) || body.documented === undefined || body.documented.length === 0) continue;
    const types = body.documented.map(({ range }) => range).join(", ");
    const { headers } = body.side === "request" ? subject.exchange.request : subject.exchange.response;
    const place = { part: headersPart(body.side), at: headerAt(headers, "content-type"), occurrences: 1 };
    if (body.contentType === undefined) {
      const message = `the ${bodyName(body.side)} has no Content-Type; expected ${types}`;
      yield {
        code: `${body.side}.content-type.missing`,
        message,
        ...place,
        contract: body.pointer,
        valueClass: "missing",
      };
    } else if (body.media === undefined || body.isNearest) {
      const shown = redactText(quote(body.contentType));
      const message = `Content-Type ${shown} of the ${bodyName(body.side)} is not documented; expected ${types}`;
      const valueClass = `type ${body.contentType.replace(/;.*$/s, "").trim().toLowerCase().slice(0, 100)}`;
      yield { code: `${body.side}.content-type.undocumented`, message, ...place, contract: body.pointer, valueClass };
    }
  }
};
