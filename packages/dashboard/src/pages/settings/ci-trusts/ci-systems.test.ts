import { codeTrustCreate } from "@vedette/contract/code/trusts/code-trusts.ts";
import { expect, test } from "vitest";
import { CI_SYSTEMS, jobConfiguration, PRESETS } from "./ci-systems.ts";

const SERVER = "https://monitoring.example.com";

test("the API accepts the issuer and the example of each preset", () => {
  const accepted = CI_SYSTEMS.map((system) => {
    const { issuer, subjectExample } = PRESETS[system];
    const body = { issuer: issuer || SERVER, audience: SERVER, subject: subjectExample, projects: ["shop"] };
    return codeTrustCreate.safeParse(body).success;
  });
  expect(accepted).toEqual([true, true, true]);
});

test.each(CI_SYSTEMS)("the configuration of a job names the server and the trust: %s", (system) => {
  const text = jobConfiguration(system, { id: "trust-1", audience: SERVER }, SERVER);
  expect(text).toContain(SERVER);
  expect(text).toContain("trust-1");
  expect(text).not.toMatch(/aud/);
});

test.each(["github", "gitlab"] as const)("it names the audience if that is not the server: %s", (system) => {
  expect(jobConfiguration(system, { id: "trust-1", audience: "vedette" }, SERVER)).toMatch(
    /aud(?:ience)?: vedette/,
  );
});
