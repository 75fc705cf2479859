/** The schema of Uptime Kuma up to 2.5, to detect what a newer version has added. */

/** The newest migration of Uptime Kuma 2.5; their names begin with their date. */
const NEWEST_MIGRATION = "2026-08-18-0000-sqlite-only-drop-analytics-type-check.js";

export function isUnknownMigration(name: string): boolean {
  return name > NEWEST_MIGRATION;
}

/** The columns of `monitor`, in any version up to 2.5. */
export const MONITOR_COLUMNS: ReadonlySet<string> = new Set(
  `id name active user_id interval url type weight hostname port created_date keyword maxretries ignore_tls upside_down
  maxredirects accepted_statuscodes_json dns_resolve_type dns_resolve_server dns_last_result retry_interval push_token
  method body headers basic_auth_user basic_auth_pass docker_host docker_container proxy_id expiry_notification
  mqtt_topic mqtt_success_message mqtt_username mqtt_password database_connection_string database_query auth_method
  auth_domain auth_workstation grpc_url grpc_protobuf grpc_body grpc_metadata grpc_method grpc_service_name
  grpc_enable_tls radius_username radius_password radius_calling_station_id radius_called_station_id radius_secret
  resend_interval packet_size game http_body_encoding description tls_ca tls_cert tls_key parent invert_keyword
  json_path expected_value kafka_producer_topic kafka_producer_brokers kafka_producer_sasl_options
  kafka_producer_message oauth_client_id oauth_client_secret oauth_token_url oauth_scopes oauth_auth_method timeout
  gamedig_given_port_only kafka_producer_ssl kafka_producer_allow_auto_topic_creation mqtt_check_type remote_browser
  snmp_oid snmp_version json_path_operator cache_bust conditions rabbitmq_nodes rabbitmq_username rabbitmq_password
  smtp_security ws_ignore_sec_websocket_accept_header ws_subprotocol ping_count ping_numeric
  ping_per_request_timeout ip_family manual_status oauth_audience mqtt_websocket_path domain_expiry_notification
  save_response save_error_response response_max_length system_service_name subtype location protocol
  snmp_v3_username expected_tls_alert retry_only_on_status_code_failure screenshot_delay ntp_stratum_threshold
  ntp_time_offset_threshold ntp_root_dispersion_threshold bearer_token gamedig_token`.split(/\s+/),
);
