-- Who has revoked a token, and which webhook an entry of the log is about.
ALTER TABLE token
  -- Null before; and if nobody did it, but the portal itself: when its maker was disabled, or a backup was restored.
  ADD COLUMN revoked_by bigint CONSTRAINT token_revoked_by_person REFERENCES person;
ALTER TABLE audit
  -- The host of the webhook's address at that time: its row may be deleted, and path and query may hold a secret. Null
  -- for all other actions, and for entries of the versions before this column.
  ADD COLUMN webhook_host text CONSTRAINT audit_webhook_host_length CHECK (length(webhook_host) BETWEEN 1 AND 2000);
