import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type PodmanService,
  podmanMissing,
  startPodman,
} from "../../../server/test/servers/services/podman.ts";
import { dockerSource } from "./docker-source.ts";

describe.skipIf(podmanMissing !== null)(`the API of Podman ${podmanMissing ?? ""}`, () => {
  let podman: PodmanService;
  beforeAll(async () => {
    podman = await startPodman();
  }, 60_000);
  afterAll(() => podman.stop());

  test("lists the monitors of running containers", async () => {
    const found = await dockerSource(podman.socket).read(AbortSignal.timeout(10_000));
    expect(found).toEqual({
      monitors: [
        {
          key: "web",
          origin: "container web",
          fields: { type: "url", url: "http://web.example/", interval: "30s" },
        },
      ],
      faults: [],
    });
  });

  test("is an error if nothing answers at the socket", async () => {
    const reading = dockerSource(`${podman.socket}.absent`).read(AbortSignal.timeout(10_000));
    await expect(reading).rejects.toThrow("ENOENT");
  });
});
