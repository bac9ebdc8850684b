import { setTimeout } from "node:timers/promises";
import { openStream } from "../../src/stream/index.js";

/** Workers on connections of their own that wait instead of checking. Returns the chunks per second. */
export async function measureWaiting(url: string, workers: number): Promise<number> {
  const service = `waiting${workers}`;
  const chunks = workers * 50;
  const feeder = await openStream({ url, service });
  for (let index = 0; index < chunks; index++)
    await feeder.publish({ id: `c${index}`, hour: "2026-01-31T09", bytes: Buffer.alloc(200_000, index) });
  await feeder.close();
  let left = chunks;
  const started = performance.now();
  let ended = started;
  const work = async (): Promise<void> => {
    const stream = await openStream({ url, service });
    while (left > 0) {
      const claimed = await stream.claim(1000);
      if (claimed === undefined) continue;
      await setTimeout(100);
      const key = { version: "v1", kind: "report", hour: claimed.hour, name: claimed.id } as const;
      await stream.put(key, Buffer.alloc(2000));
      await claimed.acknowledge();
      left -= 1;
      if (left === 0) ended = performance.now();
    }
    await stream.close();
  };
  await Promise.all(Array.from({ length: workers }, work));
  return chunks / ((ended - started) / 1000);
}
