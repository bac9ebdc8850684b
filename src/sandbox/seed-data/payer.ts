import type { JsonObject } from "../../document/index.js";
import { formatTimestamp } from "../context/timestamps.js";
import type { SeededRandom } from "./seeded-random.js";

/** A customer and their card. */
export type Payer = { readonly customer: JsonObject & { readonly id: number }; readonly card: JsonObject };

/** Picks one of 96 customers; a customer always has the same card. */
export function pickPayer(random: SeededRandom, now: number): Payer {
  const number = random.integer(0, FIRST_NAMES.length * LAST_NAMES.length - 1);
  const firstName = FIRST_NAMES[number % FIRST_NAMES.length] ?? "";
  const lastName = LAST_NAMES[Math.floor(number / FIRST_NAMES.length)] ?? "";
  const since = formatTimestamp(now - (200 + number) * DAY);
  const id = 90_000 + number;
  return {
    customer: { id, createdAt: since, updatedAt: since, emails: {}, phones: {}, firstName, lastName },
    card: createCard(number, `${firstName} ${lastName}`, now),
  };
}

function createCard(number: number, fullName: string, now: number): JsonObject {
  const [first6, last4, displayName] = CARDS[number % CARDS.length] ?? CARDS[0];
  const [firstName = "", lastName = ""] = fullName.split(" ");
  const hex = number.toString(16).padStart(4, "0");
  return {
    id: 70_000 + number,
    cardId: `d2f4b6a8-3c5e-4170-92d4-8e0a1c3b${hex}`,
    cardBrand: { id: "visa", scheme: "VISA", displayName, createdAt: "2020-01-01T00:00:00Z" },
    type: "VISA",
    source: "DIRECT",
    status: "ACTIVE",
    expirationDate: 31,
    expirationMonth: 1 + (number % 12),
    expirationYear: new Date(now).getUTCFullYear() + 1 + (number % 4),
    numberFirst6: first6,
    numberLast4: last4,
    numberMasked: `${first6}******${last4}`,
    cardHolderFirstName: firstName,
    cardHolderLastName: lastName,
    cardHolderFullName: fullName,
    serviceCode: "201",
  };
}

const DAY = 86_400_000;

// Test numbers published by card schemes; the spec has no card type other than VISA.
const CARDS: readonly [Card, ...Card[]] = [
  ["411111", "1111", "Visa"],
  ["424242", "4242", "Visa"],
  ["401288", "1881", "Visa"],
  ["400005", "5556", "Visa Debit"],
  ["476173", "0119", "Visa"],
];
type Card = readonly [first6: string, last4: string, displayName: string];

const FIRST_NAMES = ["Ada", "Bela", "Cleo", "Dana", "Eli", "Fenn", "Gus", "Hana", "Ida", "Juno", "Kai", "Lou"];
const LAST_NAMES = ["Example", "Sample", "Specimen", "Placeholder", "Fixture", "Testcase", "Model", "Pattern"];
