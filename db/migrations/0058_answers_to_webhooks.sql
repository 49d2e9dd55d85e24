-- What the last try of a delivery has brought: the beginning of the answer, or the code of the error.
ALTER TABLE webhook_delivery
  ADD COLUMN answer text CONSTRAINT webhook_delivery_answer_length CHECK (length(answer) <= 500),
  ADD COLUMN error text;
