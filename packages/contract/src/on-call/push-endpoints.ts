import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { PushDevice, PushKey, PushTest, pushDeviceCreate } from "./push-devices.ts";

/** Devices of the signed-in person. */
export type PushEndpoints = {
  "GET /api/v1/push-devices": { response: ListOf<PushDevice> };
  "GET /api/v1/push-devices/key": { response: Success<PushKey> };
  "POST /api/v1/push-devices": { body: typeof pushDeviceCreate; response: Success<PushDevice> };
  "POST /api/v1/push-devices/{id}/test": { response: Success<PushTest> };
  "DELETE /api/v1/push-devices/{id}": { response: Success<Deleted> };
};
