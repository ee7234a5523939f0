-- What a server of revision 0002 wrote, after revision_0001.sql
ALTER TABLE tables ADD waits_for INTEGER DEFAULT '0' NOT NULL;
UPDATE tables SET waits_for = 1;
UPDATE alembic_version SET version_num = '0002';
