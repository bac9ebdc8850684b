const command = process.argv[2] ?? "build";
// Astro sends telemetry unless this variable is set.
process.env.ASTRO_TELEMETRY_DISABLED = "1";
// Astro would use variables with these names in place of its own settings. A build for development has no search.
for (const name of ["ASSETS_PREFIX", "BASE_URL", "DEV", "MODE", "PROD", "SITE", "SSR"]) delete process.env[name];
process.env.NODE_ENV = command === "dev" ? "development" : "production";
const commands = await import("astro");
await commands[command]({});
