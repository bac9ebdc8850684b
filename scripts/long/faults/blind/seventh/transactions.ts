import { editQuery, getQuery, type Json, setBody } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import { LIST_TRANSACTIONS } from "../edits-of-commerce.js";
import { editEach, either, failIf, getSegment, keepItems, notKept, readResponse } from "../shared-edits.js";

export const TRANSACTIONS: readonly Defect[] = shareFields(LIST_TRANSACTIONS, [
  {
    id: "repeated-query-parameter-fails",
    kind: "server error",
    title: "a query parameter that is sent twice is parsed as an array, and the request fails with 500",
    breaks: "spec: 400 Bad request; RFC 9110 15.6.1: 500 is for unexpected conditions of the server",
    instead: failIf(({ target }) => {
      const names = [...new URL(target, "http://localhost").searchParams.keys()];
      return new Set(names).size < names.length;
    }),
    names: either(/\b500\b|server error|crash|5xx/),
  },
  {
    id: "auth-only-false-excludes",
    kind: "filter",
    title: "`authOnly=false` excludes auth-only transactions",
    breaks: "spec: `authOnly` specifies if only auth-only transactions are listed: with `false`, all are",
    response: (it, message) => {
      if (getQuery(message, "authOnly") === "false") keepItems(it, "transactions", ({ authOnly }) => authOnly !== true);
    },
    names: either(/authOnly|filter|missing|fewer|flag/),
  },
  {
    id: "search-key-percent-matches-all",
    kind: "filter",
    title: "`%` in `searchKey` is a wildcard of the SQL statement, so that it matches everything",
    breaks: "spec: `searchKey` is a key that the server searches for; OWASP API8:2023; CWE-89",
    request: editQuery("searchKey", (it) => (/^%|%$/.test(it) ? it.replaceAll(/^%+|%+$/g, "") || undefined : it)),
    names: either(/searchKey|wildcard|inject|\bLIKE\b|%|search/),
  },
  {
    id: "listed-amount-without-tip",
    kind: "consistency",
    alsoOn: ["getOrder", "listOrders"],
    title: "the amount of a transaction in the list lacks the tip that it has in its order",
    breaks: "spec: an order has its payment transactions, the same as GET transactions lists",
    response: editEach("transactions", (it) =>
      it.amounts?.tipAmount > 0 ? { ...it, amounts: { ...it.amounts, transactionAmount: it.amounts.orderAmount } } : it,
    ),
    names: notKept(/transactionAmount|tipAmount|amounts|\btip\b/),
  },
  {
    id: "card-number-not-masked",
    kind: "leak",
    title: "`numberMasked` has all digits of the card number",
    breaks: "spec: Card.numberMasked is the card number with digits masked; OWASP API3:2023; PCI DSS 3.4",
    response: editEach("transactions", (it) => {
      const { card } = it.fundingSource ?? {};
      if (typeof card?.numberMasked !== "string") return it;
      const numberMasked = completeNumber(card.numberFirst6, card.numberLast4);
      return { ...it, fundingSource: { ...it.fundingSource, card: { ...card, numberMasked } } };
    }),
    names: either(/numberMasked|mask|card number|\bPAN\b|leak|sensitive|differ/),
  },
  {
    id: "ids-of-another-business",
    kind: "authorization",
    title: "`transactionIds` finds transactions of other businesses than the one in the path",
    breaks: "OWASP API1:2023; spec: GET transactions lists transactions of the business in the path",
    response: (it, message, memory) => {
      const page = it.status === 200 ? readResponse(it) : undefined;
      if (!Array.isArray(page?.transactions)) return;
      const business = getSegment(message, 2);
      for (const item of page.transactions) if (!memory.has(item.id)) memory.set(item.id, { business, item });
      const wanted = [...new Set(getQuery(message, "transactionIds")?.toLowerCase().split(",") ?? [])];
      const found = wanted.map((id) => memory.get(id) as { business: string; item: Json } | undefined);
      const foreign = found.flatMap((entry) =>
        entry === undefined || entry.business === business ? [] : [entry.item],
      );
      if (foreign.length === 0) return;
      const transactions = [...page.transactions, ...foreign];
      setBody(it, JSON.stringify({ ...page, transactions, count: transactions.length }));
    },
    names: either(/transactionIds|(other|another|wrong) business|foreign|leak|access|author|businessId|bola|idor/),
  },
]);

/** Fills in digits that make the check digit of the card number valid. */
function completeNumber(first6: string, last4: string): string {
  const candidates = Array.from({ length: 10 }, (_, digit) => `${first6}00000${digit}${last4}`);
  return candidates.find(hasValidCheckDigit) ?? "";
}

function hasValidCheckDigit(number: string): boolean {
  const digits = [...number].toReversed().map((digit, at) => (at % 2 === 0 ? Number(digit) : Number(digit) * 2));
  return digits.reduce((sum, it) => sum + (it > 9 ? it - 9 : it), 0) % 10 === 0;
}
