-- A page of all participants by name, as the search without a text lists them (reference 8.2).
CREATE INDEX person_by_name ON person (last_name COLLATE "de-x-icu", first_name COLLATE "de-x-icu", id)
  WHERE anonymised_at IS NULL;
