import { deriveUuid } from "../context/derived-ids.js";
import type { Business } from "../tenants/index.js";

/** A merchant of the fixtures. */
export type Merchant = Business & {
  readonly stores: readonly [Store, ...Store[]];
  readonly channelId: string;
  /** Merchant category code (ISO 18245). */
  readonly mcc: string;
  readonly orderPrefix: string;
  /** Percentage of the price. */
  readonly taxPercent: number;
  readonly products: readonly [Product, ...Product[]];
};

export type Store = { readonly id: string; readonly deviceIds: readonly [string, string] };
export type Product = { readonly name: string; readonly sku: string; readonly unitPrice: number };

/** The two businesses of every fixture; their ids are derived from the seed. */
export function createMerchants(seed: string): readonly [Merchant, Merchant] {
  return [
    {
      ...createMerchantBase(seed, "first", 2),
      name: "Harbour Coffee",
      mcc: "5812",
      orderPrefix: "H",
      taxPercent: 10,
      products: DRINKS,
    },
    {
      ...createMerchantBase(seed, "second", 1),
      name: "Corner Books",
      mcc: "5942",
      orderPrefix: "C",
      taxPercent: 7,
      products: BOOKS,
    },
  ];
}

function createMerchantBase(
  seed: string,
  which: string,
  stores: number,
): Pick<Merchant, "id" | "stores" | "channelId"> {
  const [first, ...others] = Array.from({ length: stores }, (_, index) => createStore(seed, `${which} ${index + 1}`));
  return {
    id: deriveUuid(seed, "pack business", which),
    channelId: deriveUuid(seed, "pack channel", which),
    stores: [first ?? createStore(seed, which), ...others],
  };
}

function createStore(seed: string, which: string): Store {
  const device = (number: number): string => `urn:tid:${deriveUuid(seed, "pack device", which, String(number))}`;
  return { id: deriveUuid(seed, "pack store", which), deviceIds: [device(1), device(2)] };
}

const DRINKS: Merchant["products"] = [
  { name: "Filter coffee", sku: "COF-01", unitPrice: 450 },
  { name: "Flat white", sku: "COF-02", unitPrice: 520 },
  { name: "Espresso", sku: "COF-03", unitPrice: 340 },
  { name: "Green tea", sku: "TEA-01", unitPrice: 410 },
  { name: "Lemon cake", sku: "CAK-07", unitPrice: 600 },
  { name: "Almond croissant", sku: "BAK-02", unitPrice: 480 },
  { name: "Coffee beans, 250 g", sku: "BEA-03", unitPrice: 1200 },
  { name: "Travel mug", sku: "MUG-01", unitPrice: 2400 },
];

const BOOKS: Merchant["products"] = [
  { name: "Atlas of the coast", sku: "BOK-11", unitPrice: 4900 },
  { name: "Bread at home", sku: "BOK-23", unitPrice: 2800 },
  { name: "A field guide to clouds", sku: "BOK-31", unitPrice: 1950 },
  { name: "Crossword calendar", sku: "CAL-02", unitPrice: 1600 },
  { name: "Notebook, dotted", sku: "PAP-04", unitPrice: 890 },
  { name: "Fountain pen", sku: "PEN-09", unitPrice: 3450 },
];
