-- The Land whose statutory holidays apply to a coach, as an ISO 3166-2 code (DE-BY); NULL stands for the provider's
-- Land.
ALTER TABLE coach
  ADD COLUMN state text CONSTRAINT coach_state_is_a_code CHECK (state ~ '^DE-[A-Z]{2}$');
