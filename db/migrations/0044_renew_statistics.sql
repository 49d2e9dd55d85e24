-- The planner's statistics hold frequent words of a table, also of rows that are gone. The app's role may not renew
-- them itself, since it owns no table. Of a table without rows ANALYZE leaves the old ones; PostgreSQL can clear these
-- from version 18 on.
CREATE FUNCTION renew_statistics(of_table text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  has_rows boolean;
  of_column text;
BEGIN
  EXECUTE format('ANALYZE public.%I', of_table);
  EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', of_table) INTO has_rows;
  IF NOT has_rows AND current_setting('server_version_num')::integer >= 180000 THEN
    FOR of_column IN SELECT attname FROM pg_stats WHERE schemaname = 'public' AND tablename = of_table LOOP
      EXECUTE 'SELECT pg_clear_attribute_stats(''public'', $1, $2, false)' USING of_table, of_column;
    END LOOP;
  END IF;
END
$$;
REVOKE EXECUTE ON FUNCTION renew_statistics FROM PUBLIC;
