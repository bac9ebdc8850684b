// Astro sends telemetry unless this variable is set.
process.env.ASTRO_TELEMETRY_DISABLED = "1";
const { build, dev } = await import("astro");
await (process.argv[2] === "dev" ? dev({}) : build({}));
