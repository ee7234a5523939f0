BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE guests (
	id INTEGER NOT NULL, 
	token_hash BLOB NOT NULL, 
	expires BIGINT NOT NULL, name VARCHAR(24), next_hash BLOB, 
	CONSTRAINT pk_guests PRIMARY KEY (id), 
	CONSTRAINT uq_guests_token_hash UNIQUE (token_hash)
);
INSERT INTO "guests" VALUES(1,X'79F076ABDD19A752DB7267BFFF2F9022161D120DEA919FDACA2FFDFC24CA8C96',1125899906842624,NULL,NULL);
CREATE TABLE log (
	table_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	entry TEXT NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_log_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "log" VALUES('c174b6acf84c',1,'{"type":"deal","first":0,"deal":{"0":"AH 3D 5D TC KD TS 4D","1":"5H 8D 9D 9H 9S KS QD","2":"JC 8S 3S JH 9C TD QH"},"rest":"AD AC 2C TH 4C KH 7D 8C 2S 4H 6H 7H 5S KC 4S 3C 7S 6S 2D JD 6D 8H 5C QS JS 7C AS QC 2H 3H 6C"}');
INSERT INTO "log" VALUES('c174b6acf84c',2,'{"type":"move","seat":"0","move":"draw"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',1,'{"type":"deal","first":2,"deal":{"0":"9C 9D QH 2H KD 4H 4C 6D 4D 7C QS 2S 8S","1":"8C JD 8D JH AD AC 5C 9S AH 7D 3H 7S JC","2":"5D 5H AS TD KC KS 8H 2C 2D 4S 6C 7H 6S","3":"3D QD 9H 6H 3S TC JS 3C TH 5S QC KH TS"},"rest":""}');
INSERT INTO "log" VALUES('ff7884d3a4c0',2,'{"type":"move","seat":"2","move":"AS"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',3,'{"type":"move","seat":"3","move":"3S"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',4,'{"type":"move","seat":"0","move":"QS"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',5,'{"type":"move","seat":"1","move":"7S"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',6,'{"type":"move","seat":"2","move":"KS"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',7,'{"type":"move","seat":"3","move":"5S"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',8,'{"type":"move","seat":"0","move":"8S"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',9,'{"type":"move","seat":"1","move":"9S"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',10,'{"type":"move","seat":"2","move":"2D"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',11,'{"type":"move","seat":"3","move":"3D"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',12,'{"type":"move","seat":"0","move":"KD"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',13,'{"type":"move","seat":"1","move":"AD"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',14,'{"type":"move","seat":"1","move":"AH"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',15,'{"type":"move","seat":"2","move":"5H"}');
INSERT INTO "log" VALUES('ff7884d3a4c0',16,'{"type":"move","seat":"3","move":"6H"}');
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
CREATE TABLE seats (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest_id INTEGER, 
	bot VARCHAR(32), name VARCHAR(24), since BIGINT DEFAULT '0' NOT NULL, told INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE, 
	CONSTRAINT fk_seats_guest_id FOREIGN KEY(guest_id) REFERENCES guests (id)
);
INSERT INTO "seats" VALUES('ff7884d3a4c0',0,1,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('ff7884d3a4c0',1,NULL,'medium',NULL,0,0);
INSERT INTO "seats" VALUES('ff7884d3a4c0',2,NULL,'medium',NULL,0,0);
INSERT INTO "seats" VALUES('ff7884d3a4c0',3,NULL,'medium',NULL,0,0);
INSERT INTO "seats" VALUES('c174b6acf84c',0,1,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('c174b6acf84c',1,NULL,'medium',NULL,0,0);
INSERT INTO "seats" VALUES('c174b6acf84c',2,NULL,'medium',NULL,0,0);
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
INSERT INTO "sittings" VALUES('ff7884d3a4c0',0,1,1,NULL);
INSERT INTO "sittings" VALUES('ff7884d3a4c0',1,1,NULL,'medium');
INSERT INTO "sittings" VALUES('ff7884d3a4c0',2,1,NULL,'medium');
INSERT INTO "sittings" VALUES('ff7884d3a4c0',3,1,NULL,'medium');
INSERT INTO "sittings" VALUES('c174b6acf84c',0,1,1,NULL);
INSERT INTO "sittings" VALUES('c174b6acf84c',1,1,NULL,'medium');
INSERT INTO "sittings" VALUES('c174b6acf84c',2,1,NULL,'medium');
CREATE TABLE tables (
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	rules INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	players INTEGER NOT NULL, 
	seed BLOB NOT NULL, 
	pace INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	standing TEXT NOT NULL, waits_for INTEGER DEFAULT '0' NOT NULL, edition INTEGER DEFAULT '0' NOT NULL, started BOOLEAN DEFAULT '1' NOT NULL, host INTEGER, settings TEXT DEFAULT '{}' NOT NULL, link VARCHAR(32), code VARCHAR(9), code_ends BIGINT DEFAULT '0' NOT NULL, watch_link VARCHAR(32), pause TEXT, rematch VARCHAR(16), waits_since BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('ff7884d3a4c0','lockup',1,'{"picture_club":"same_rank","lockup_loss":"each_trick","target":20}',4,X'CEF4305770FD59A23C75C6FB301B32B4370F8253B3C5A9585142E8F10B410274',0,1795336575739,'{"round":1,"result":null,"results":[],"scores":[0,0,0,0],"over":false,"winners":[],"next_first":null}',1,0,1,0,'{}',NULL,NULL,0,NULL,NULL,NULL,1795336575739);
INSERT INTO "tables" VALUES('c174b6acf84c','seven_bridge',1,'{"first":"left_of_dealer","joker":"no","ace_high_sequence":"no","lay_off":"after_own_meld","short_chi":"no","calls":"at_once","final_discard":"yes","losers":"zero","values":"standard","ace_value":10,"concealed":"any","hands":10}',3,X'EC5F1E8616692045EF52E7B960FD785CAE25ED1355A6E4A523749C9F30AA6351',0,1795336576338,'{"round":1,"result":null,"results":[],"scores":[0,0,0],"over":false,"winners":[],"next_first":null}',1,0,1,0,'{}',NULL,NULL,0,NULL,NULL,NULL,1795336576338);
CREATE TABLE talk (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	line TEXT NOT NULL, 
	guest_id INTEGER, 
	CONSTRAINT pk_talk PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_talk_guest_id FOREIGN KEY(guest_id) REFERENCES guests (id) ON DELETE SET NULL, 
	CONSTRAINT fk_talk_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_seats_guest_id ON seats (guest_id);
CREATE UNIQUE INDEX ix_tables_link ON tables (link);
CREATE UNIQUE INDEX ix_tables_code ON tables (code);
CREATE UNIQUE INDEX ix_tables_watch_link ON tables (watch_link);
CREATE INDEX ix_members_guest_id ON members (guest_id);
CREATE INDEX ix_sittings_guest_id ON sittings (guest_id);
CREATE INDEX ix_talk_guest_id ON talk (guest_id);
CREATE UNIQUE INDEX ix_guests_next_hash ON guests (next_hash);
COMMIT;
