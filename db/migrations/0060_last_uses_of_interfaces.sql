-- What a token and a webhook were last used for.
ALTER TABLE token
  -- The path of the call at the time in `last_used_at`, such as 'admin/appointmentOverview'. Null before the first use;
  -- and if the last use was under a version before this column.
  ADD COLUMN last_call text CONSTRAINT token_last_call_length CHECK (length(last_call) BETWEEN 1 AND 100);
ALTER TABLE webhook
  -- The type of the event that was delivered at `last_delivered_at`; null in the same cases.
  ADD COLUMN last_delivered_type text
    CONSTRAINT webhook_last_delivered_type_length CHECK (length(last_delivered_type) BETWEEN 1 AND 100);
