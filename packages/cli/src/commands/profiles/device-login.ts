import { hostname } from "node:os";
import type { DeviceCode, DeviceToken } from "@vedette/contract/people/device.ts";
import type { CommandContext } from "../../command-line/command-context.ts";
import { Connection } from "../../connection.ts";
import { NotEndedError, UnavailableError } from "../../exit-codes.ts";

/** The limit of the API for the name of a machine. */
const CLIENT_NAME_LENGTH_MAX = 64;

/** Returns the key that a user approves in the dashboard. */
export async function keyOfDevice(server: URL, { complain }: CommandContext): Promise<string> {
  const connection = new Connection({ url: server, key: null });
  const body = { client_name: `vdt on ${hostname()}`.slice(0, CLIENT_NAME_LENGTH_MAX) };
  const code = (await connection.send<DeviceCode>({ method: "POST", path: "device/code", body })).data;
  complain(`Open ${code.verification_uri_complete}\nand approve the code ${code.user_code}.`);
  const endsAt = performance.now() + code.expires_in * 1_000;
  while (performance.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, code.interval * 1_000));
    const token = await pollToken(connection, code.device_code);
    if (token?.key) return token.key;
  }
  throw new NotEndedError("No one approved the login in time. Start it again.");
}

/** Null if the server did not respond; the next attempt may succeed. */
async function pollToken(connection: Connection, deviceCode: string): Promise<DeviceToken | null> {
  try {
    const request = { method: "POST", path: "device/token", body: { device_code: deviceCode } } as const;
    return (await connection.send<DeviceToken>(request)).data;
  } catch (error) {
    if (error instanceof UnavailableError) return null;
    throw error;
  }
}
