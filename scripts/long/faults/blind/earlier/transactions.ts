import { changeStatus, editBody, getQuery, type Json, setBody, setHeader, setQuery } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import { acceptAnyToken, BOOLEAN, ignoreQuery, LIST_TRANSACTIONS, UUID } from "../edits-of-commerce.js";
import { editEach, either, keepItems, notKept, readSuccess, replaceResponse } from "../shared-edits.js";

const CARD_NAMES: readonly string[] = ["cardHolderFirstName", "cardHolderLastName"];

export const TRANSACTION_LISTS: readonly Defect[] = shareFields(LIST_TRANSACTIONS, [
  {
    id: "version-not-required",
    title: "Api-Version is not required",
    breaks: "seed: all calls carry Api-Version; it must be 1.2",
    request: (it) => {
      it.headers["api-version"] ??= "1.2";
    },
  },
  {
    id: "transaction-link-as-url",
    title: "the href of a transaction link is a URL",
    breaks: "seed: for transaction links, href is the id of the related transaction",
    response: editEach("transactions", (it) => {
      for (const link of it.links ?? []) link.href = `/transactions/${link.href}`;
      return it;
    }),
  },
  {
    id: "transactions-unverified-signature",
    title: "the signature of the token is not verified",
    breaks: "seed: a missing or invalid token yields 401; the token is a JWT issued by the service",
    request: acceptAnyToken((it) => it?.split(".").length === 3),
  },
  {
    id: "unsettled-only-inverted",
    title: "unsettledOnly returns settled transactions too",
    breaks: "seed: unsettledOnly, only unsettled",
    request: ignoreQuery("unsettledOnly", BOOLEAN),
  },
  {
    id: "transactions-store-lost-with-status",
    title: "storeId is ignored together with a window",
    breaks: "spec: storeId, only items of this store",
    request: (it) => {
      if (getQuery(it, "startAt") !== null && getQuery(it, "startOffset") === null) ignoreQuery("storeId", UUID)(it);
    },
  },
  {
    id: "transaction-parent-itself",
    title: "parentId of a capture is its own id",
    breaks: "seed: parentId is the id of the transaction this one derives from",
    response: editEach("transactions", (it) => (it.parentId === undefined ? it : { ...it, parentId: it.id })),
  },
  {
    id: "transaction-amounts-decimal",
    title: "amounts are decimal numbers",
    breaks: "seed: transactionAmount is an integer",
    response: editBody((it) => {
      for (const one of it.transactions ?? [])
        if (one.amounts?.transactionAmount !== undefined)
          one.amounts.transactionAmount = (one.amounts.transactionAmount + 0.5) / 100;
      return it;
    }),
  },
  {
    id: "transaction-ids-unknown-404",
    kind: "status",
    title: "an unknown id in transactionIds is a 404",
    breaks: "seed: transactionIds is a filter; spec: 200, one page of transactions is returned",
    response: (it, message) => {
      const ids = getQuery(message, "transactionIds")?.split(",");
      if (it.status !== 200 || ids === undefined || getQuery(message, "limit") !== null) return;
      if (JSON.parse(it.body.toString()).transactions.length < Math.min(ids.length, 10))
        replaceResponse(it, 404, { message: "transaction not found" });
    },
    names: either(/\b404\b|transactionIds/),
  },
  {
    id: "transactions-iso-date-header",
    kind: "HTTP",
    title: "the header Date is in ISO 8601",
    breaks: "RFC 9110 5.6.7: a sender must generate the format IMF-fixdate",
    response: (it, message, memory) => setHeader("date", new Date().toISOString())(it, message, memory),
    names: /\bdate\b/i,
  },
  {
    id: "transactions-error-as-200",
    kind: "status",
    title: "an invalid limit gets 200 with an error object",
    breaks: "seed: status codes report success or failure; 400 bad request",
    response: changeStatus(400, 200),
    names: either(/accept|invalid|\b200\b|missing|required|links|count|undocumented|undeclared/),
  },
  {
    id: "transactions-amounts-of-order",
    kind: "consistency",
    alsoOn: ["listOrders", "getOrder"],
    title: "tipAmount is added to orderAmount",
    breaks:
      "seed: a transaction of the list and of its order is the same resource; orderAmount and tipAmount are separate",
    response: editEach("transactions", (it) => {
      if (it.amounts !== undefined)
        it.amounts.orderAmount = (it.amounts.orderAmount ?? 0) + (it.amounts.tipAmount ?? 0);
      return it;
    }),
    names: notKept(/orderAmount|amounts|transactions/),
  },
  {
    id: "transactions-tags-as-array",
    kind: "response value",
    title: "emvTags is an array of name and value",
    breaks: "seed: emvTags is a map from tag name to hex string",
    response: editEach("transactions", (it) => {
      const data: Json = it.fundingSource?.emvData;
      if (data?.emvTags !== undefined)
        data.emvTags = Object.entries(data.emvTags).map(([name, value]) => ({ name, value }));
      return it;
    }),
    names: either(/emvTags|array|object/),
  },
  {
    id: "transactions-expiration-as-text",
    kind: "response value",
    title: "expirationMonth is a string with a leading zero",
    breaks: "seed: expirationMonth is an integer",
    response: editEach("transactions", (it) => {
      const card: Json = it.fundingSource?.card;
      if (card?.expirationMonth < 10) card.expirationMonth = `0${card.expirationMonth}`;
      return it;
    }),
    names: either(/expirationMonth|integer|string/),
  },
  {
    id: "transactions-status-filter-on-action",
    kind: "filter",
    title: "status=REFUNDED lists the refunds only, not the refunded sales",
    breaks: "seed: status filters by transaction status; all transactions with it are listed",
    response: (it, message) => {
      if (getQuery(message, "status") === "REFUNDED")
        keepItems(it, "transactions", ({ action }) => action === "REFUND");
    },
    names: either(/status|filter|missing|complete|fewer/),
  },
  {
    id: "amounts-sorted-as-text",
    kind: "pagination",
    title: "orderBy=amount compares the amounts as text",
    breaks: "open question order-by-values: amount sorts by an integer, with the prefix - in descending order",
    response: (response, message) => {
      const json = readSuccess(response);
      const order = /^(-?)amount$/.exec(getQuery(message, "orderBy") ?? "");
      if (json === undefined || order === null) return;
      const sign = order[1] === "-" ? -1 : 1;
      const toText = (it: Json): string => String(it.amounts?.transactionAmount ?? "");
      json.transactions.sort((a: Json, b: Json) => (toText(a) < toText(b) ? -sign : sign));
      setBody(response, JSON.stringify(json));
    },
    names: either(/sort|order(ed|By)|ascending|descending|amount/),
  },
  {
    id: "percent-sign-matches-all-names",
    kind: "filter",
    title: "a percent sign in the name of a card holder matches any text",
    breaks: "open question complete-value-lists: filters compare exactly; CWE-943: special elements in a query",
    request: (message) => {
      for (const name of CARD_NAMES) if (getQuery(message, name)?.includes("%")) setQuery(name)(message);
    },
    names: either(/cardHolder|wildcard|inject|filter/),
  },
  {
    id: "transaction-name-decoded-as-latin1",
    kind: "filter",
    title: "a name with letters beyond ASCII is decoded as Latin-1 and finds nothing",
    breaks: "RFC 3986 2.5: characters are percent-encoded as UTF-8; spec, CardHolderLastNameQuery",
    request: (it) => {
      const name = getQuery(it, "cardHolderLastName") ?? "";
      if (/[^\0-\x7f]/.test(name) && getQuery(it, "startOffset") === null)
        setQuery("cardHolderLastName", Buffer.from(name).toString("latin1"))(it);
    },
    names: /cardHolderLastName|encod|ascii|unicode|utf|filter|match|missing/i,
  },
]);
