import { describe, expect, test } from "vitest";
import { StartError } from "../kernel/errors.ts";
import { createEgressPolicy } from "./egress-policy.ts";

function policy(changes: Partial<Parameters<typeof createEgressPolicy>[0]> = {}) {
  return createEgressPolicy({
    mode: "self-hosted",
    allow: [],
    deny: [],
    ownPorts: () => [],
    localAddresses: () => ["192.168.7.7", "fd00:7::7", "fe80::7%eth0"],
    ...changes,
  });
}

describe("self-hosted", () => {
  test("allows public, private and loopback addresses", () => {
    for (const ip of ["1.1.1.1", "10.0.0.1", "127.0.0.1", "::1", "fd00::1"]) {
      expect(policy().check(ip, 80)).toBeNull();
    }
  });

  test("blocks link-local, metadata, multicast and reserved addresses, and names the setting", () => {
    for (const ip of ["169.254.169.254", "fe80::1%eth0", "100.100.100.200", "224.0.0.1", "0.0.0.0", "::"]) {
      expect(policy().check(ip, 80)).toContain("VEDETTE_EGRESS_ALLOW");
    }
  });
});

describe("hosted", () => {
  test("allows only public addresses, and names both settings", () => {
    const hosted = policy({ mode: "hosted" });
    expect(hosted.check("1.1.1.1", 443)).toBeNull();
    for (const ip of ["10.0.0.1", "127.0.0.1", "::1", "::ffff:10.0.0.1"]) {
      expect(hosted.check(ip, 80)).toMatch(/VEDETTE_EGRESS=hosted.*VEDETTE_EGRESS_ALLOW/);
    }
  });

  test("allows private addresses by range, but not forbidden ones", () => {
    const hosted = policy({ mode: "hosted", allow: ["10.0.0.0/8", "169.254.0.0/16"] });
    expect(hosted.check("10.9.9.9", 80)).toBeNull();
    expect(hosted.check("::ffff:10.9.9.9", 80)).toBeNull();
    expect(hosted.check("169.254.169.254", 80)).not.toBeNull();
  });
});

describe("lists", () => {
  test("allows forbidden addresses by exact address or endpoint", () => {
    const open = policy({ allow: ["169.254.1.1", "169.254.2.2:80", "[fe80::2]:81"] });
    expect(open.check("169.254.1.1", 1234)).toBeNull();
    expect(open.check("169.254.2.2", 80)).toBeNull();
    expect(open.check("169.254.2.2", 81)).not.toBeNull();
    expect(open.check("fe80::2", 81)).toBeNull();
  });

  test("blocks a denied port at every address except an exact endpoint, and names the port and the setting", () => {
    const closed = policy({ mode: "hosted", portsDeny: [25, 587], allow: ["1.2.3.4", "5.6.7.8:25"] });
    for (const ip of ["9.9.9.9", "1.2.3.4", "2606:4700::1", "::ffff:9.9.9.9"]) {
      expect(closed.check(ip, 25)).toMatch(/port 25 .*VEDETTE_EGRESS_PORTS_DENY/);
      expect(closed.check(ip, 443)).toBeNull();
    }
    expect(closed.check("5.6.7.8", 25)).toBeNull();
    expect(closed.check("5.6.7.8", 587)).toContain("port 587");
  });

  test("gives deny precedence over allow, in every form", () => {
    const lists = policy({
      allow: ["10.0.0.1", "10.0.0.2:80", "1.2.0.0/16"],
      deny: ["10.0.0.1", "10.0.0.2:80", "1.2.3.0/24", "2606::/16"],
    });
    expect(lists.check("10.0.0.1", 80)).toContain("VEDETTE_EGRESS_DENY");
    expect(lists.check("10.0.0.2", 80)).toContain("VEDETTE_EGRESS_DENY");
    expect(lists.check("10.0.0.2", 81)).toBeNull();
    expect(lists.check("1.2.3.4", 80)).toContain("VEDETTE_EGRESS_DENY");
    expect(lists.check("::ffff:1.2.3.4", 80)).toContain("VEDETTE_EGRESS_DENY");
    expect(lists.check("2606:4700::1", 80)).toContain("VEDETTE_EGRESS_DENY");
  });

  test.each(["example.com", "10.0.0.1:99999", "10.0.0.0/33", "10.0.0.1:", "", "0x7f.1", "fd00::1/129"])(
    "rejects the start for the entry %j, and names it",
    (entry) => {
      expect(() => policy({ allow: [entry] })).toThrow(StartError);
      expect(() => policy({ deny: [entry] })).toThrow(`VEDETTE_EGRESS_DENY has an invalid entry`);
    },
  );
});

describe("own ports", () => {
  const own = policy({ ownPorts: () => [{ port: 5432 }, { address: "10.5.5.5", port: 4222 }] });

  test.each(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "192.168.7.7", "fd00:7::7"])(
    "blocks an own port at %s, an address of this machine",
    (ip) => {
      expect(own.check(ip, 5432)).toContain("a port of Vedette itself");
      expect(own.check(ip, 5433)).toBeNull();
    },
  );

  test("allows the same port on other hosts, except at a listed address", () => {
    expect(own.check("10.0.0.1", 5432)).toBeNull();
    expect(own.check("10.5.5.5", 4222)).toContain("a port of Vedette itself");
    expect(own.check("10.5.5.6", 4222)).toBeNull();
  });

  test("allows an own port only by its exact endpoint", () => {
    const ownPorts = () => [{ port: 5432 }];
    expect(policy({ ownPorts, allow: ["127.0.0.1"] }).check("127.0.0.1", 5432)).not.toBeNull();
    expect(policy({ ownPorts, allow: ["127.0.0.1:5432"] }).check("127.0.0.1", 5432)).toBeNull();
  });

  test("blocks a port from the time it is added", () => {
    const ports: { port: number }[] = [];
    const later = policy({ ownPorts: () => ports });
    expect(later.check("127.0.0.1", 8080)).toBeNull();
    ports.push({ port: 8080 });
    expect(later.check("127.0.0.1", 8080)).not.toBeNull();
  });
});
