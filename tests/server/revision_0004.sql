-- What a server of revision 0004 wrote, after revision_0002.sql
ALTER TABLE guests ADD name VARCHAR(24);
ALTER TABLE guests ADD next_hash BLOB;
ALTER TABLE seats ADD name VARCHAR(24);
ALTER TABLE seats ADD since BIGINT DEFAULT '0' NOT NULL;
ALTER TABLE seats ADD told INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE tables ADD edition INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE tables ADD started BOOLEAN DEFAULT '1' NOT NULL;
ALTER TABLE tables ADD host INTEGER;
ALTER TABLE tables ADD settings TEXT DEFAULT '{}' NOT NULL;
ALTER TABLE tables ADD link VARCHAR(32);
ALTER TABLE tables ADD code VARCHAR(9);
ALTER TABLE tables ADD code_ends BIGINT DEFAULT '0' NOT NULL;
ALTER TABLE tables ADD watch_link VARCHAR(32);
ALTER TABLE tables ADD pause TEXT;
ALTER TABLE tables ADD rematch VARCHAR(16);
ALTER TABLE tables ADD waits_since BIGINT DEFAULT '0' NOT NULL;
UPDATE tables SET host = 0, waits_since = created;
CREATE TABLE marks (
	table_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	made_by VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_marks PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_marks_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE members (
	table_id VARCHAR(16) NOT NULL, 
	guest_id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat INTEGER, 
	CONSTRAINT pk_members PRIMARY KEY (table_id, guest_id), 
	CONSTRAINT fk_members_guest_id FOREIGN KEY(guest_id) REFERENCES guests (id) ON DELETE CASCADE, 
	CONSTRAINT fk_members_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE seat_links (
	key_hash BLOB NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest_id INTEGER NOT NULL, 
	"instead" BOOLEAN NOT NULL, 
	expires BIGINT NOT NULL, 
	CONSTRAINT pk_seat_links PRIMARY KEY (key_hash), 
	CONSTRAINT fk_seat_links_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE sittings (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	guest_id INTEGER, 
	bot VARCHAR(32), 
	CONSTRAINT pk_sittings PRIMARY KEY (table_id, seat, seq), 
	CONSTRAINT fk_sittings_guest_id FOREIGN KEY(guest_id) REFERENCES guests (id) ON DELETE SET NULL, 
	CONSTRAINT fk_sittings_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE talk (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	line TEXT NOT NULL, 
	guest_id INTEGER, 
	CONSTRAINT pk_talk PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_talk_guest_id FOREIGN KEY(guest_id) REFERENCES guests (id) ON DELETE SET NULL, 
	CONSTRAINT fk_talk_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO sittings SELECT table_id, seat, 1, guest_id, bot FROM seats;
CREATE UNIQUE INDEX ix_tables_link ON tables (link);
CREATE UNIQUE INDEX ix_tables_code ON tables (code);
CREATE UNIQUE INDEX ix_tables_watch_link ON tables (watch_link);
CREATE INDEX ix_members_guest_id ON members (guest_id);
CREATE INDEX ix_sittings_guest_id ON sittings (guest_id);
CREATE INDEX ix_talk_guest_id ON talk (guest_id);
CREATE UNIQUE INDEX ix_guests_next_hash ON guests (next_hash);
UPDATE alembic_version SET version_num = '0004';
