import { expect, test } from "vitest";
import { commandLab } from "../../../test/command-lab.ts";

const lab = commandLab();
const PAGE = "0192aaaa-0000-7000-8000-000000000000";
const DOMAIN = "0192bbbb-0000-7000-8000-000000000000";

const respond = (changes: object) => {
  const domain = {
    ...{ id: DOMAIN, host: "status.acme.example", error: null },
    records: [
      { type: "CNAME", name: "status.acme.example", value: "watch.example.org" },
      { type: "TXT", name: "_vedette-page.status.acme.example", value: "proof" },
    ],
    verification_url: "http://status.acme.example/.well-known/vedette-page/p1",
    ...changes,
  };
  lab.responses = [{ body: { success: true, data: domain } }];
};

test("a new domain needs the CNAME, and the TXT record only if the verification asks for it", async () => {
  respond({});
  const { code, out } = await lab.vdt(`status-pages add-domain ${PAGE} status.acme.example`);
  expect(code).toBe(0);
  expect(out).toMatch(/needs a CNAME.*CNAME watch\.example\.org.*Only if.*TXT proof/s);
});

test("the exit code says whether the domain is verified", async () => {
  respond({});
  const verified = await lab.vdt(`status-pages verify-domain ${PAGE} ${DOMAIN}`);
  expect([verified.code, verified.out]).toEqual([0, "status.acme.example is verified."]);
  respond({ error: "status.acme.example has no CNAME, A or AAAA record." });
  expect(await lab.vdt(`status-pages verify-domain ${PAGE} ${DOMAIN}`)).toMatchObject({ code: 3 });
});
