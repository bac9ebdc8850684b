import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes recordings of the library API, some of whose exchanges violate the spec. Returns their names. */
export function writeRecordings(
  folder: string,
  { files, exchanges, random }: { readonly files: number; readonly exchanges: number; readonly random: () => number },
): string[] {
  return Array.from({ length: files }, (_, number) => {
    // Only some recordings contain credentials, and only in one exchange.
    const signed = number % 2 === 0 ? Math.floor(random() * exchanges) : -1;
    const lines = Array.from({ length: exchanges }, (_, index) =>
      JSON.stringify(createExchange(number * exchanges + index, index === signed, random)),
    );
    const name = join(folder, `${String(number).padStart(4, "0")}.ndjson`);
    writeFileSync(name, `${lines.join("\n")}\n`);
    return name;
  });
}

function createExchange(number: number, isSigned: boolean, random: () => number): object {
  const kind = Math.floor(random() * 20);
  const id: unknown = kind === 0 ? String(number) : number;
  const body = { id, title: `Book ${number}`, ...(kind === 1 ? { [`field${number % 7}`]: 1 } : {}) };
  const headers = [["Accept", "application/json"], ...(isSigned ? [["Authorization", "Bearer [redacted]"]] : [])];
  return {
    startedAt: new Date(Date.UTC(2026, 0, 31, 9) + number * 2000).toISOString(),
    request: {
      method: "GET",
      url: `https://library.example/v1/${kind === 2 ? "unknown" : "books"}/${number}`,
      headers,
    },
    response: {
      status: kind === 3 ? 500 : 200,
      headers: [["Content-Type", "application/json"]],
      body: JSON.stringify(body),
    },
  };
}
