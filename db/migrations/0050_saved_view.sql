-- The filters and columns of a list that a coach or an admin has saved under a name.
CREATE TABLE saved_view (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES person ON DELETE CASCADE,
  list text NOT NULL,
  name text NOT NULL CONSTRAINT saved_view_name_length CHECK (length(name) BETWEEN 1 AND 40),
  -- The filters as a query of a URL. None of them is a text that somebody has typed.
  query text NOT NULL CONSTRAINT saved_view_query_plain CHECK (query ~ '^[a-z0-9=&.,-]*$' AND length(query) <= 300),
  -- The names of the optional columns that are shown; null for the usual ones.
  columns text[],
  CONSTRAINT saved_view_name_once UNIQUE (person_id, list, name)
);
