---@meta py2
-- The words of build.py2, for editors that read LuaCATS annotations. Definitions only: py2 never runs this file.

---@alias py2.label string `//path/to/pkg:name`, `:name`, or `//pkg` for `//pkg:pkg`
---@alias py2.path string relative to the package
---@alias py2.size string|integer bytes, or "64K", "64M", "1G"
---@alias py2.opt "none"|"size"|"speed"
---@class py2.select

---@class py2.remote
---@field url string http://, https://, grpc:// or grpcs://
---@field instance? string
---@field token_file? py2.path
---@field ca? py2.path
---@field cert? py2.path
---@field key? py2.path
---@field headers? string[] "Name: value"
---@field timeout? integer seconds
---@field upload? boolean
---@field exec? boolean
---@field platform? string[] "name=value"

---@class py2.workspace
---@field name? string
---@field version? string
---@field targets? string[] what apps are built for unless they say otherwise
---@field cache? string
---@field remote? string|py2.remote
---@field jobs? integer
---@field dynamic? "error"|"raise"

---The root's settings. Only the recipe in the workspace's root calls it.
---@param fields py2.workspace
function workspace(fields) end

---@class py2.app
---@field name string
---@field main string a file ("src/main.py"), a module ("pkg.mod") or a function in one ("pkg.mod:func")
---@field roots? py2.path[]|py2.select directories imports start from
---@field deps? py2.label[]|py2.select
---@field resources? py2.label[]|py2.select
---@field adapters? py2.label[]|py2.select
---@field targets? string[]
---@field opt? py2.opt|py2.select
---@field debug? boolean|py2.select
---@field dynamic? "error"|"raise"|py2.select what cannot be compiled: refuse, or raise when it is reached
---@field imports? string[]|py2.select modules reached only by computed names
---@field stack? py2.size|py2.select
---@field visibility? string[] patterns of who may use it

---An executable.
---@param fields py2.app
function app(fields) end

---@class py2.library
---@field name string
---@field srcs? py2.path[]|py2.select
---@field roots? py2.path[]|py2.select
---@field deps? py2.label[]|py2.select
---@field resources? py2.label[]|py2.select
---@field visibility? string[] patterns of who may use it

---Python modules shared by apps and other libraries.
---@param fields py2.library
function library(fields) end

---@class py2.resource
---@field name string
---@field files py2.path[]|py2.select
---@field prefix? string|py2.select where the files are in the app
---@field compress? "auto"|"always"|"never"|py2.select
---@field visibility? string[] patterns of who may use it

---Data carried by an app.
---@param fields py2.resource
function resource(fields) end

---@class py2.target
---@field name string
---@field triple string one of `py2 targets`
---@field cpu? string
---@field features? string[]
---@field opt? py2.opt
---@field debug? boolean
---@field subsystem? "console"|"windows"
---@field icon? py2.path
---@field version_info? table<string, string>
---@field min_os? string
---@field stack? py2.size

---A named build configuration.
---@param fields py2.target
function target(fields) end

---@class py2.adapter
---@field name string
---@field abi? integer
---@field targets? string[]
---@field libraries? any
---@field resources? py2.label[]
---@field symbols? any
---@field needs? string[]
---@field visibility? string[] patterns of who may use it

---A native library behind the adapter ABI. Read and checked; not built yet.
---@param fields py2.adapter
function adapter(fields) end

---@class py2.test : py2.app
---@field args? string[]|py2.select
---@field env? table<string, string>|py2.select
---@field timeout? integer|py2.select seconds; by default what the size allows
---@field size? "small"|"medium"|"large"|"enormous" 60, 300, 900 or 3600 seconds; medium is the default
---@field shards? integer|py2.select processes that share the work, see TEST_SHARD_INDEX

---An app that is run by `py2 test`; exit 0 passes.
---@param fields py2.test
function test(fields) end

---@class py2.release
---@field name string
---@field apps py2.label[]|py2.select
---@field targets? string[]
---@field formats? ("tar.gz"|"tar.zst"|"zip"|"deb")[]|py2.select
---@field files? string[]|table<string, string>|py2.select paths, or names in the archive and their paths
---@field archive? string|py2.select "{name}-{version}-{target}"
---@field version? string|py2.select
---@field description? string|py2.select
---@field maintainer? string|py2.select
---@field sign? string
---@field visibility? string[] patterns of who may use it

---Apps times targets as archives, made by `py2 release`.
---@param fields py2.release
function release(fields) end

---A name for a set of labels.
---@param fields { name: string, members: py2.label[], visibility?: py2.label[] }
function group(fields) end

---Another name for a label.
---@param fields { name: string, actual: py2.label, visibility?: py2.label[] }
function alias(fields) end

---The package's files that match, sorted. `*` and `?` stay within a name, `**` crosses directories.
---@param patterns string|string[]|{ exclude: string[] }
---@return py2.path[]
function glob(patterns) end

---A value that depends on the target: the longest matching pattern, else `default`.
---@param branches table<string, any>
---@return any
function select(branches) end

---A value the command line can set with `-D name=value`.
---@param fields { name: string, default?: string|integer|boolean, values?: string[] }
---@return any
function option(fields) end

---An environment variable; the build depends on its value.
---@param name string
---@param default? string
---@return string?
function env(name, default) end

---Runs another Lua file of the workspace once and returns what it returns.
---@param path string "//dir/file.lua", or a path in the package
---@return any
function include(path) end

---Stops with an error at this line.
---@param message string
function fail(message) end

---Writes a note with file and line.
---@param ... any
function print(...) end
