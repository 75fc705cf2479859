import type { Success } from "../common/endpoint.ts";
import type {
  DeviceCode,
  DeviceRequest,
  DeviceToken,
  deviceApprove,
  deviceCodeCreate,
  deviceRead,
  deviceTokenRequest,
} from "./device.ts";

/** The device flow. */
export type DeviceEndpoints = {
  "POST /api/v1/device/code": { body: typeof deviceCodeCreate; response: Success<DeviceCode> };
  "POST /api/v1/device/token": { body: typeof deviceTokenRequest; response: Success<DeviceToken> };
  "POST /api/v1/device/read": { body: typeof deviceRead; response: Success<DeviceRequest> };
  "POST /api/v1/device/approve": { body: typeof deviceApprove; response: Success<DeviceRequest> };
  "POST /api/v1/device/deny": { body: typeof deviceRead; response: Success<DeviceRequest> };
};
