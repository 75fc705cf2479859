// Playwright's configuration for one script. It lies below a folder `node_modules` inside the sandbox, so that
// Playwright takes it as it is instead of compiling it at each start.
const fs = require("node:fs");
const path = require("node:path");

const job = JSON.parse(fs.readFileSync(globalThis.vedetteJobPath ?? process.env.VEDETTE_JOB, "utf8"));

// A browser gets the real environment; the script sees its variables and nothing else.
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
        // For `request`, which no browser sends.
        proxy: job.proxy,
        browserName: "chromium",
        launchOptions: {
          executablePath: job.executablePath,
          args: job.browserArgs,
          env: environment,
          proxy: job.proxy,
          // Its own costs 0.6 s a start inside of ours [measured]. What breaks out of a page finds what the script
          // has anyhow, in a sandbox that it shares with no other run.
          chromiumSandbox: false,
        },
      },
    },
  ],
};
