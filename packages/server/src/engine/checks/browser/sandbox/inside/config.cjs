// Playwright's configuration for one script. It is below a `node_modules` folder inside the sandbox, so that
// Playwright loads it unchanged instead of compiling it at each start.
const fs = require("node:fs");
const path = require("node:path");

const job = JSON.parse(fs.readFileSync(globalThis.vedetteJobPath ?? process.env.VEDETTE_JOB, "utf8"));

// A browser gets the real environment; the script sees only its variables.
const environment = { ...process.env };
delete environment.VEDETTE_JOB;
process.env = { ...job.vars };
globalThis.vars = Object.freeze({ ...job.vars });

const { devices } = require(job.packages["@playwright/test"]);
const device = job.device === null ? {} : devices[job.device];

module.exports = {
  testDir: job.folder,
  testMatch: job.fileName,
  outputDir: path.join(job.home, "results"),
  timeout: job.timeoutMs,
  globalTimeout: job.globalTimeoutMs,
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: false,
  updateSnapshots: "all",
  reporter: [[path.join(__dirname, "reporter.cjs"), { limits: job.limits }]],
  projects: [
    {
      name: "chromium",
      use: {
        ...device,
        ...job.use,
        // For `request`, which does not use the browser.
        proxy: job.proxy,
        browserName: "chromium",
        launchOptions: {
          executablePath: job.executablePath,
          args: job.browserArgs,
          env: environment,
          proxy: job.proxy,
          // Its own sandbox costs 0.6 s per start inside of Vedette's [measured]. Code that breaks out of a
          // page finds only what the script can access anyway, in a sandbox that no other run shares.
          chromiumSandbox: false,
        },
      },
    },
  ],
};
